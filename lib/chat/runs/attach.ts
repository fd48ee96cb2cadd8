import { config } from "@/lib/config";
import { counted, type Eyes } from "@/lib/context/payload/images";
import { commonCap } from "@/lib/context/payload/shorten";
import { countRunes } from "@/lib/context/size/measure";
import type { FileRow } from "@/lib/db/schema/files";
import { type FileFacts, type FilePart, fileUrl } from "@/lib/files/part";
import { headAndTail } from "@/lib/text";

/**
 * The parts that show these files in a message. Their texts together have at most `room` runes, or as configured: the
 * longest give way first, and keep their heads and tails. Pure.
 */
export function fileParts(
  files: readonly FileRow[],
  { eyes, runesPerToken, room }: { eyes: Eyes; runesPerToken: number; room: number },
): FilePart[] {
  const most = Math.min(room, config().files.attachments_max_runes);
  const cap = commonCap(
    files.map(({ text }) => countRunes(text)),
    most,
  );
  return files.map((file) => ({
    type: "file",
    mediaType: file.mediaType,
    filename: file.name,
    url: fileUrl(file.id),
    providerMetadata: { cadau: factsOf(file, cap, eyes, runesPerToken) },
  }));
}

function factsOf(file: FileRow, cap: number, eyes: Eyes, runesPerToken: number): FileFacts {
  const { id: file_id, kind, bytes, foundRunes: found_runes, width, height } = file;
  const counts = kind === "image" ? counted(file, eyes.rule, runesPerToken) : { tokens: 0, runes: 0 };
  const text = Number.isFinite(cap) ? headAndTail(file.text, cap) : file.text;
  return { file_id, kind, bytes, found_runes, text, width, height, ...counts };
}
