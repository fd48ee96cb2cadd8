import { setImmediate } from "node:timers/promises";
import { type UnzipFileFilter, unzipSync } from "fflate";
import { AppError } from "@/lib/errors";
import type { ImportReport } from "@/lib/http/contract/memory";
import { ENTRY_BYTES } from "./entry-row";
import { entryFileOf, isKnownName } from "./listing";

const MOST_FILES = 50_000;
const MOST_UNPACKED_BYTES = 256 * 1024 * 1024;
/** Unpacked in one go: some hundredths of a second. */
const PIECE_BYTES = 8 * 1024 * 1024;
const MOST_NOTE_BYTES = 8 * 1024 * 1024;

type Unpacked = { files: [string, Buffer][]; refused: ImportReport["refused"] };

/**
 * Only what is to be kept is unpacked: names and sizes are looked at before. It is unpacked a piece at a time, so that
 * other requests have their turn.
 */
export async function unpack(zipped: Uint8Array): Promise<Unpacked> {
  const { pieces, refused } = planned(zipped);
  const files: Unpacked["files"] = [];
  for (const places of pieces) {
    let place = 0;
    const piece = Object.entries(unzip(zipped, () => places.has(place++)));
    for (const [name, content] of piece) {
      // The size that the archive tells of need not be the true one.
      if (content.length <= mostBytes(name)) files.push([name, Buffer.from(content)]);
      else refused.push({ name, reason: "too_large" });
    }
    await setImmediate();
  }
  return { files, refused };
}

const invalid = (message: string, options?: ErrorOptions) =>
  new AppError("invalid_input", { issues: [{ path: "", message }] }, options);

function unzip(zipped: Uint8Array, filter: UnzipFileFilter): Record<string, Uint8Array> {
  try {
    return unzipSync(zipped, { filter });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw invalid("This is no zip archive.", { cause: error });
  }
}

/** Which files of the archive, by their place in it, are unpacked together. */
function planned(zipped: Uint8Array): { pieces: Set<number>[]; refused: Unpacked["refused"] } {
  const refused: ImportReport["refused"] = [];
  const names = new Set<string>();
  const pieces: Set<number>[] = [];
  let [place, count, bytes, left] = [-1, 0, 0, 0];
  unzip(zipped, ({ name, originalSize }) => {
    place++;
    if (name.endsWith("/")) return false;
    if (++count > MOST_FILES) throw invalid(`The archive has more than ${MOST_FILES} files.`);
    const reason = !isKnownName(name)
      ? "bad_name"
      : originalSize > mostBytes(name)
        ? "too_large"
        : names.has(name)
          ? "twice"
          : null;
    names.add(name);
    if (reason) {
      refused.push({ name: name.slice(0, 200), reason });
      return false;
    }
    bytes += originalSize;
    if (bytes > MOST_UNPACKED_BYTES) throw invalid(`The archive unpacks to more than ${MOST_UNPACKED_BYTES} bytes.`);
    left -= originalSize;
    if (left < 0) {
      pieces.push(new Set());
      left = PIECE_BYTES - originalSize;
    }
    pieces.at(-1)?.add(place);
    return false;
  });
  return { pieces, refused };
}

const mostBytes = (name: string) => (entryFileOf(name) === null ? MOST_NOTE_BYTES : ENTRY_BYTES);
