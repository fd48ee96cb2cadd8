import { AppError } from "@/lib/errors";

const invalid = (message: string, cause?: unknown) =>
  new AppError("invalid_input", { issues: [{ path: "", message }] }, { cause });

/** The bytes of a body, counted while they come: a declared length may be missing or wrong. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new AppError("body_too_large", { limit_bytes: limit });
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const pieces: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early cancels the stream, so the rest of a body that is too large is never held.
  for await (const piece of request.body) {
    length += piece.byteLength;
    if (length > limit) throw tooLarge();
    pieces.push(piece);
  }
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, length);
}

/** The JSON body of a request, undefined where there is none. Throws what is wrong with it as an AppError. */
export async function readJsonBody(request: Request, limit: number): Promise<unknown> {
  const type = request.headers.get("content-type");
  if (type !== null && !/^application\/json\s*(;|$)/i.test(type)) {
    throw new AppError("unsupported_media_type", { expected: "application/json" });
  }
  const bytes = await readBytes(request, limit);
  if (bytes.byteLength === 0) return undefined;
  if (type === null) throw new AppError("unsupported_media_type", { expected: "application/json" });

  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw invalid("The body is not UTF-8.", error);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid("The body is not valid JSON.", error);
  }
}
