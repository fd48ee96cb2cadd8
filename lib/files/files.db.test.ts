import { createHash } from "node:crypto";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DELETE, GET } from "@/app/api/v1/files/[id]/route";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { files } from "@/lib/db/schema/files";
import * as calls from "@/lib/http/contract/files";
import { call } from "@/test/support/call";
import { freshDatabase } from "@/test/support/engine";
import { makeActor } from "@/test/support/factories";
import { docx, image, type Made, pdf, put, tokenOf, upload, utf8 } from "@/test/support/files";
import { filesDirectory, sweepFolder } from "./store";
import { sweepFiles } from "./sweep";

process.env.FILES_READ_TIMEOUT_MS = "20000";
process.env.FILES_UPLOADS_PER_MINUTE = "10000";

let me: Actor;
beforeAll(freshDatabase);
beforeEach(async () => {
  me = await makeActor();
});

const stored = async () =>
  (await readdir(filesDirectory(), { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name));
const rowOf = async (id: string) => (await (await getDb()).select().from(files)).find((row) => row.id === id);
const ask = async (actor: Actor, id: string, method: "GET" | "DELETE" = "GET") =>
  await call(method === "GET" ? GET : DELETE, method === "GET" ? calls.getFile : calls.deleteFile, {
    params: { id },
    token: await tokenOf(actor),
  });

describe("what comes in", () => {
  test.each([
    ["plain text", utf8("hello"), "a.txt", { kind: "text", media_type: "text/plain" }, "hello"],
    ["Markdown", utf8("# Hello\n"), "a.md", { kind: "text", media_type: "text/markdown" }, "# Hello"],
    [
      "CSV of a spreadsheet in UTF-16",
      new Uint8Array(Buffer.from("\uFEFFa,b\r\n1,2", "utf16le")),
      "t.csv",
      { kind: "text", media_type: "text/csv" },
      "a,b\n1,2",
    ],
    [
      "GBK",
      new Uint8Array([0xc4, 0xe3, 0xba, 0xc3, 0xa3, 0xac, 0xca, 0xc0, 0xbd, 0xe7]),
      "你好.txt",
      { kind: "text" },
      "你好，世界",
    ],
    ["Latin 1", new Uint8Array(Buffer.from("un café noir", "latin1")), "cafe.txt", { kind: "text" }, "un café noir"],
    ["a DOCX", docx(["First.", "Second."]), "w.docx", { kind: "docx" }, "First.\n\nSecond."],
    [
      "a PDF",
      pdf(["Page one says hello", "Page two says bye"]),
      "p.pdf",
      { kind: "pdf", media_type: "application/pdf" },
      "[page 1]\nPage one says hello\n\n[page 2]\nPage two says bye",
    ],
    [
      "an SVG with script, which is text",
      utf8('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      "x.svg",
      { kind: "text", media_type: "text/plain" },
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    ],
    ["a PDF that says it is an image", pdf(["Hello"]), "photo.png", { kind: "pdf" }, "[page 1]\nHello"],
  ])("%s", async (_, bytes, name, expected, text) => {
    const file = await upload(me, bytes, name);
    expect(file).toMatchObject(expected);
    expect((await rowOf(file.id))?.text).toBe(text);
    expect(new Uint8Array(await (await ask(me, file.id)).arrayBuffer())).toEqual(bytes);
  });

  test("a form works like the bare body", async () => {
    const form = new FormData();
    form.set("file", new File([utf8("in a form")], "form.txt", { type: "image/png" }));
    const request = new Request("http://x", { method: "POST", body: form });
    const type = request.headers.get("content-type") ?? "";
    const response = await put(me, new Uint8Array(await request.arrayBuffer()), "", { "content-type": type });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ name: "form.txt", kind: "text" });
  });

  test("an image is turned upright, made smaller, and loses what it said of its making", async () => {
    const given = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: "red" } })
      .withExif({ IFD0: { Copyright: "of-my-camera" }, IFD3: { GPSLatitude: "52/1 30/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const file = await upload(me, new Uint8Array(given), "photo.jpg");
    expect(file).toMatchObject({ kind: "image", media_type: "image/jpeg", width: 523, height: 1568 });
    const kept = Buffer.from(await (await ask(me, file.id)).arrayBuffer());
    expect(kept.includes("of-my-camera")).toBe(false);
    const meta = await sharp(kept).metadata();
    expect([meta.exif, meta.orientation, meta.width, meta.height]).toEqual([undefined, undefined, 523, 1568]);
  });

  test("what is too long keeps head and tail, and says what is left out", async () => {
    const file = await upload(me, utf8(`the beginning ${"word ".repeat(30_000)} the end`), "long.txt");
    expect(file.found_runes).toBeGreaterThan(150_000);
    expect(file.kept_runes).toBeLessThanOrEqual(40_000);
    const text = (await rowOf(file.id))?.text ?? "";
    expect(text.startsWith("the beginning")).toBe(true);
    expect(text.endsWith("the end")).toBe(true);
    expect(text).toMatch(/about \d+ characters left out here/);
  });

  test.each([
    ["../../etc/passwd", "passwd"],
    ["..\\..\\boot.ini", "boot.ini"],
    ["a\0b\u0007c.txt", /^a.?bc\.txt$/],
    ["evil\u202Etxt.exe", "eviltxt.exe"],
    ["...", "file"],
    [`${"x".repeat(3_000)}.markdown`, /^x{50,}….markdown$/],
  ])("the name %j becomes a plain one", async (given, name) => {
    expect((await upload(me, utf8("x"), given)).name).toMatch(
      typeof name === "string" ? new RegExp(`^${name.replace(".", "\\.")}$`) : name,
    );
  });
});

describe("bad input is refused in bounded time, and the process lives", () => {
  /** A zip entry that unpacks to so many megabytes of zeros. */
  const zeros = (mb: number) => new Uint8Array(mb * 1024 * 1024);
  const png = (width: number, height: number) => {
    const chunk = (type: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
      const sized = Buffer.alloc(4);
      sized.writeUInt32BE(data.length);
      const crc = Buffer.alloc(4);
      crc.writeUInt32BE(crc32(body));
      return Buffer.concat([sized, body, crc]);
    };
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head.set([8, 0, 0, 0, 0], 8);
    const rows = deflateSync(Buffer.alloc(1_000_000));
    return new Uint8Array(
      Buffer.concat([
        Buffer.from("89504e470d0a1a0a", "hex"),
        chunk("IHDR", head),
        chunk("IDAT", rows),
        chunk("IEND", Buffer.alloc(0)),
      ]),
    );
  };

  test.each<[string, () => Made | Promise<Made>, string, string]>([
    ["nothing at all", () => new Uint8Array(), "a.txt", "empty"],
    ["blanks", () => utf8(" \n\t "), "a.txt", "empty"],
    ["a program", () => new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0]), "a.txt", "unknown_type"],
    ["bytes of nothing known", () => new Uint8Array(createHash("sha512").update("x").digest()), "a.md", "unknown_type"],
    [
      "a zip",
      () => new Uint8Array(Buffer.from("504b0506000000000000000000000000000000000000", "hex")),
      "a.docx",
      "unknown_type",
    ],
    ["a DOCX that is a zip bomb", () => docx(["x"], { "word/media/a.bin": zeros(200) }), "b.docx", "too_large_inside"],
    ["a DOCX that broke off", () => docx(["x".repeat(5_000)]).slice(0, 700), "b.docx", "broken"],
    ["a DOCX without a document", () => docx([], { "word/document.xml": utf8("<not xml") }), "b.docx", "broken"],
    ["a PDF that broke off", () => utf8("%PDF-1.7\nnonsense"), "b.pdf", "broken"],
    ["a PDF without text", () => pdf([""]), "b.pdf", "no_text"],
    ["an image of 60,000 × 60,000", () => png(60_000, 60_000), "b.png", "too_many_pixels"],
    ["an image that broke off", async () => (await image(800, 800, "jpeg")).slice(0, 500), "b.jpg", "broken"],
  ])("%s", async (_, make, name, reason) => {
    const before = process.memoryUsage().rss;
    const started = performance.now();
    const response = await put(me, await make(), name);
    expect(await response.json()).toMatchObject({ code: "file_refused", reason, status: 422 });
    expect(performance.now() - started).toBeLessThan(25_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 * 1024);
  });

  test("a PDF of 5,000 pages is read as far as time and room go", async () => {
    const started = performance.now();
    const file = await upload(me, pdf(Array.from({ length: 5_000 }, (_, i) => `This is page ${i + 1}`)), "book.pdf");
    expect(performance.now() - started).toBeLessThan(25_000);
    expect(file.kept_runes).toBeLessThanOrEqual(40_000);
    expect((await rowOf(file.id))?.text).toContain("This is page 7");
  });

  test("a stream in a PDF that unpacks without end", async () => {
    const inner = deflateSync(Buffer.alloc(1_500_000_000, 32), { level: 9 });
    const head = `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>\nendobj\n4 0 obj\n<< /Length ${inner.length} /Filter /FlateDecode >>\nstream\n`;
    const bytes = Buffer.concat([
      Buffer.from(head),
      inner,
      Buffer.from("\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF"),
    ]);
    const started = performance.now();
    const response = await put(me, new Uint8Array(bytes), "bomb.pdf");
    expect(response.status).toBe(422);
    expect(["too_large_inside", "too_slow", "no_text"]).toContain((await response.json()).reason);
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  test("more than the limit is not even held", async () => {
    const response = await put(me, new Uint8Array(27_000_000), "large.txt");
    expect(response.status).toBe(413);
    expect(await readdir(join(filesDirectory(), "incoming"))).toEqual([]);
  });
});

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

describe("what goes out", () => {
  test("nothing of a file runs, and its name arrives whole", async () => {
    const file = await upload(me, utf8("<script>alert(1)</script>"), 'my "page" 页.html');
    const { headers } = await ask(me, file.id);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(headers.get("content-type")).toBe("text/plain");
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="my _page_ _\.html"; filename\*=UTF-8''my%20_page_%20%E9%A1%B5\.html$/,
    );
    expect(headers.get("cache-control")).toContain("private");
    const picture = await upload(me, await image(20, 20), "a.png");
    expect((await ask(me, picture.id)).headers.get("content-disposition")).toMatch(/^inline/);
  });

  test("to its owner alone", async () => {
    const file = await upload(me, utf8("mine"), "a.txt");
    const other = await makeActor({ workspaceId: me.workspaceId });
    for (const method of ["GET", "DELETE"] as const) expect((await ask(other, file.id, method)).status).toBe(404);
    expect((await ask(me, file.id)).status).toBe(200);
  });
});

describe("what goes away", () => {
  test("the same bytes are there once, and go with the last file that has them", async () => {
    const [one, two] = [
      await upload(me, utf8("twice the same"), "1.txt"),
      await upload(me, utf8("twice the same"), "2.txt"),
    ];
    const hash = createHash("sha256").update("twice the same").digest("hex");
    const count = async () => (await stored()).filter((name) => name.endsWith(hash)).length;
    expect(await count()).toBe(1);
    expect((await ask(me, one.id, "DELETE")).status).toBe(200);
    expect(await count()).toBe(1);
    expect((await ask(me, two.id, "DELETE")).status).toBe(200);
    expect(await count()).toBe(0);
  });

  test("a file that was not sent within a day", async () => {
    const file = await upload(me, utf8("never sent"), "old.txt");
    await sweepFiles();
    expect(await rowOf(file.id)).toBeDefined();
    await (await getDb()).update(files).set({ createdAt: new Date(Date.now() - 25 * 3_600_000) });
    await sweepFiles();
    expect(await rowOf(file.id)).toBeUndefined();
    expect((await stored()).length).toBe(0);
  });

  test("bytes that a process left without a row, once they are old", async () => {
    const kept = await upload(me, utf8("with a row"), "kept.txt");
    const path = join(filesDirectory(), "ab", `ab${"0".repeat(62)}`);
    const { mkdir } = await import("node:fs/promises");
    await mkdir(join(filesDirectory(), "ab"), { recursive: true });
    await writeFile(path, "orphan");
    await utimes(path, 0, 0);
    expect(await sweepFolder(0xab)).toBe(0);
    expect(await sweepFolder(0xab, Date.now() + 2 * 3_600_000)).toBe(1);
    const row = await rowOf(kept.id);
    await sweepFolder(Number.parseInt((row?.hash ?? "").slice(0, 2), 16), Date.now() + 2 * 3_600_000);
    expect((await ask(me, kept.id)).status).toBe(200);
  });
});
