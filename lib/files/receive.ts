import { createWriteStream, openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "@/lib/errors";
import { discard, incomingPath } from "./store";

/** Room for the frame that multipart puts around a file. */
const FRAME_BYTES = 64 * 1024;

/** What came in: where its bytes are, to be discarded by who asked, and what its sender calls it. */
export type Received = { path: string; name: string };

/** Brings the body of a request to the disk, never more than `limit` bytes of it: as it is, or the file of a form. */
export async function receive(request: Request, name: string | undefined, limit: number): Promise<Received> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    return { path: await toDisk(request, limit, limit), name: name ?? "file" };
  }
  const form = await toDisk(request, limit + FRAME_BYTES, limit);
  try {
    const file = await fileOfForm(form, type);
    if (file.size > limit) throw new AppError("body_too_large", { limit_bytes: limit });
    const path = await incomingPath();
    await writeFile(path, file.stream(), { flag: "wx", mode: 0o600 });
    return { path, name: name ?? file.name };
  } finally {
    await discard(form);
  }
}

async function fileOfForm(path: string, type: string): Promise<File> {
  const form = await new Response(await openAsBlob(path), { headers: { "content-type": type } })
    .formData()
    .catch((error: unknown) => {
      throw invalid("The form cannot be read.", error);
    });
  const file = form.get("file");
  if (!(file instanceof File)) throw invalid("The form has no file of the name file.");
  return file;
}

const invalid = (message: string, cause?: unknown) =>
  new AppError("invalid_input", { issues: [{ path: "file", message }] }, { cause });

async function toDisk(request: Request, most: number, limit: number): Promise<string> {
  const tooLarge = () => new AppError("body_too_large", { limit_bytes: limit });
  if (Number(request.headers.get("content-length") ?? 0) > most) throw tooLarge();
  const path = await incomingPath();
  const { body } = request;
  async function* counted() {
    let length = 0;
    for await (const piece of body ?? []) {
      length += piece.byteLength;
      if (length > most) throw tooLarge();
      yield piece;
    }
  }
  try {
    await pipeline(Readable.from(counted()), createWriteStream(path, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    await discard(path);
    // The sender went away: nobody reads the answer, and nothing is wrong here.
    if (request.signal.aborted) throw invalid("The body broke off.", error);
    throw error;
  }
  return path;
}
