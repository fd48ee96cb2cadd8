import { strToU8, zipSync } from "fflate";
import sharp from "sharp";
import { POST } from "@/app/api/v1/files/route";
import type { Actor } from "@/lib/auth/actor-type";
import { createToken } from "@/lib/auth/tokens";
import { FileInfo, uploadFile } from "@/lib/http/contract/files";
import { call } from "./call";

export type Made = Uint8Array<ArrayBuffer>;
export const utf8 = (text: string): Made => new Uint8Array(new TextEncoder().encode(text));

/** A word document of these paragraphs. */
export function docx(paragraphs: readonly string[], more: Record<string, Uint8Array> = {}): Made {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join("");
  const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
  const rels = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;
  const document = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
  return new Uint8Array(
    zipSync({
      "[Content_Types].xml": strToU8(types),
      "_rels/.rels": strToU8(rels),
      "word/document.xml": strToU8(document),
      ...more,
    }),
  );
}

/** A PDF of pages with a line each. */
export function pdf(pages: readonly string[]): Made {
  const objects = ["<< /Type /Catalog /Pages 2 0 R >>"];
  const kids = pages.map((_, i) => `${4 + i * 2} 0 R`).join(" ");
  objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  objects.push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  for (const [i, line] of pages.entries()) {
    const drawn = `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + i * 2} 0 R >>`,
    );
    objects.push(`<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`);
  }
  let text = "%PDF-1.4\n";
  const places = objects.map((object, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = text.length;
  const table = places.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  return utf8(`${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`);
}

/** A plain picture of that size. */
export async function image(width: number, height: number, type: "png" | "jpeg" = "png"): Promise<Made> {
  const made = sharp({ create: { width, height, channels: 3, background: { r: 200, g: 80, b: 40 } } });
  return new Uint8Array(await (type === "png" ? made.png() : made.jpeg()).toBuffer());
}

const tokens = new Map<string, string>();
export async function tokenOf(actor: Actor): Promise<string> {
  const known = tokens.get(actor.userId);
  if (known !== undefined) return known;
  const { token } = await createToken(actor, { name: "files", scopes: ["read", "write"] });
  tokens.set(actor.userId, token);
  return token;
}

/** What the product answers to an upload. */
export async function put(
  actor: Actor,
  bytes: Made,
  name: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const token = await tokenOf(actor);
  return await call(POST, uploadFile, {
    bytes,
    query: { name },
    token,
    headers: { "content-type": "application/octet-stream", ...headers },
  });
}

export async function upload(actor: Actor, bytes: Made, name: string): Promise<FileInfo> {
  const response = await put(actor, bytes, name);
  if (response.status !== 201) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  return FileInfo.parse(await response.json());
}
