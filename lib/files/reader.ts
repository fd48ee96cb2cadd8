import { readFile, writeFile } from "node:fs/promises";
import { Unzip, UnzipInflate } from "fflate";
import { fileTypeFromBuffer } from "file-type";
import type { FileRefusal } from "@/lib/errors";
import { decodeText } from "./decode.ts";

// The process that reads files which strangers made (see read-file.ts, which starts and ends it). Node runs this file as
// it stands, so that it imports packages and neighbours alone (a type is gone by then).

/** Why a file is not taken: of the reasons of lib/errors those that are found here. */
export type Refusal = Exclude<FileRefusal, "too_slow">;
export type ReadResult =
  | { kind: "text" | "pdf" | "docx"; mediaType: string; text: string; foundRunes: number }
  /** Its picture stands at `output`. */
  | { kind: "image"; mediaType: string; width: number; height: number }
  | { refused: Refusal };
export type ReadOrder = {
  input: string;
  /** Where an image is written. */
  output: string;
  /** Characters of text that are answered at most. */
  mostText: number;
  /** After so long no further page is begun. */
  softMs: number;
};

const MOST_INSIDE_BYTES = 96 * 1024 * 1024;
const MOST_ENTRIES = 5_000;
const PIECE = 64 * 1024;
const MOST_PIXELS = 64_000_000;
const LONG_SIDE = 1568;
const MOST_PNG_BYTES = 1_500_000;

const IMAGES = new Set(["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif", "image/tiff"]);
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
/** What the library finds in texts that begin like something. */
const TEXTS = /^(?:text\/|application\/(?:xml|json|x-ndjson|yaml)|image\/svg\+xml)/;

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

async function read(order: ReadOrder): Promise<ReadResult> {
  const bytes = new Uint8Array(await readFile(order.input));
  if (bytes.length === 0) throw new Refused("empty");
  const type = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime;
  if (type === "application/pdf") return told("pdf", type, await pdfText(bytes, order), order);
  if (type === DOCX) return told("docx", type, await docxText(bytes), order);
  if (type !== undefined && IMAGES.has(type)) return await picture(bytes, type, order.output);
  if (type !== undefined && !TEXTS.test(type)) throw new Refused("unknown_type");
  const text = decodeText(bytes);
  if (text === null) throw new Refused("unknown_type");
  return told("text", "text/plain", text, order);
}

/** Head and tail where it is too long to be handed on. */
function told(kind: "text" | "pdf" | "docx", mediaType: string, whole: string, { mostText }: ReadOrder): ReadResult {
  const text = whole.replaceAll("\0", "\uFFFD").toWellFormed().replace(/\r\n?/g, "\n").trim();
  if (text === "") throw new Refused(kind === "text" ? "empty" : "no_text");
  let foundRunes = 0;
  for (const _ of text) foundRunes++;
  if (text.length <= mostText) return { kind, mediaType, text, foundRunes };
  const head = text.slice(0, Math.floor((mostText * 2) / 3));
  const tail = text.slice(-Math.floor(mostText / 3));
  const note = `\n[… about ${text.length - head.length - tail.length} characters left out here …]\n`;
  return { kind, mediaType, text: (head + note + tail).toWellFormed(), foundRunes };
}

async function pdfText(bytes: Uint8Array, { mostText, softMs }: ReadOrder): Promise<string> {
  const { getDocumentProxy } = await import("unpdf");
  const document = await getDocumentProxy(bytes).catch((error: Error) => {
    throw new Refused(error.name === "PasswordException" ? "encrypted" : "broken");
  });
  const until = performance.now() + softMs;
  const pages: string[] = [];
  let length = 0;
  let n = 1;
  for (; n <= document.numPages && length <= mostText && performance.now() < until; n++) {
    const page = await document.getPage(n).catch(() => null);
    const content = await page?.getTextContent().catch(() => null);
    const text =
      content?.items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("") ?? "";
    page?.cleanup();
    if (text.trim() === "") continue;
    pages.push(`[page ${n}]\n${text.trim()}`);
    length += text.length;
  }
  if (n <= document.numPages && pages.length > 0) pages.push(`[pages ${n} to ${document.numPages} were not read]`);
  return pages.join("\n\n");
}

async function docxText(bytes: Uint8Array): Promise<string> {
  requireSmallInside(bytes);
  const { default: mammoth } = await import("mammoth");
  try {
    const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) });
    return value.replace(/\n{3,}/g, "\n\n");
  } catch {
    throw new Refused("broken");
  }
}

/** Counts what an archive really unpacks to, piece by piece: what it says of itself may be wrong. */
function requireSmallInside(bytes: Uint8Array): void {
  let inside = 0;
  let entries = 0;
  const isLarge = () => inside > MOST_INSIDE_BYTES || entries > MOST_ENTRIES;
  // What is thrown in here is caught by the library, and comes out as another error.
  const stop = () => {
    throw new Refused(isLarge() ? "too_large_inside" : "broken");
  };
  const unzip = new Unzip((entry) => {
    entries++;
    entry.ondata = (error, piece) => {
      inside += piece?.length ?? 0;
      if (error || isLarge()) stop();
    };
    if (isLarge()) stop();
    entry.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += PIECE)
      unzip.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
  } catch {
    stop();
  }
}

/** Upright, without metadata, no larger than models look at, and written anew: nothing of the sender's bytes is left. */
async function picture(bytes: Uint8Array, type: string, output: string): Promise<ReadResult> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const source = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error", sequentialRead: true });
    const { hasAlpha = false } = await source.metadata();
    const upright = source
      .autoOrient()
      .resize({ width: LONG_SIDE, height: LONG_SIDE, fit: "inside", withoutEnlargement: true })
      .toColorspace("srgb");
    const exact = hasAlpha || type === "image/png" || type === "image/gif";
    let mediaType = exact ? "image/png" : "image/jpeg";
    let made = await (exact ? upright.png() : upright.jpeg({ quality: 88 })).toBuffer({ resolveWithObject: true });
    if (exact && made.data.length > MOST_PNG_BYTES) {
      mediaType = hasAlpha ? "image/webp" : "image/jpeg";
      const smaller = sharp(made.data);
      made = await (hasAlpha ? smaller.webp({ quality: 90 }) : smaller.jpeg({ quality: 90 })).toBuffer({
        resolveWithObject: true,
      });
    }
    await writeFile(output, made.data);
    return { kind: "image", mediaType, width: made.info.width, height: made.info.height };
  } catch (error) {
    throw new Refused(/pixel limit/i.test(String(error)) ? "too_many_pixels" : "broken");
  }
}

const order: ReadOrder = JSON.parse(process.argv[2] ?? "{}");
const result: ReadResult = await read(order).catch((error: unknown) => {
  if (error instanceof Refused) return { refused: error.refusal };
  throw error;
});
process.stdout.write(JSON.stringify(result));
