import { fileOf, fileUrl } from "@/lib/files/part";
import type { FileInfo } from "@/lib/http/contract/files";
import type { Message } from "@/lib/http/contract/messages";

/** A file that the server has, as the screen knows it. */
export type Attachment = Pick<FileInfo, "id" | "name" | "kind" | "media_type" | "bytes" | "width" | "height"> &
  // How much of its text is given to a model: known of one that has just come.
  Partial<Pick<FileInfo, "found_runes" | "kept_runes">>;

/** The files of a message. */
export function filesOf(message: Message): Attachment[] {
  return message.parts.flatMap((part) => {
    const file = fileOf(part);
    if (!file) return [];
    const { file_id: id, name, kind, mediaType: media_type, bytes, width, height } = file;
    return [{ id, name, kind, media_type, bytes, width, height }];
  });
}

/** The part that a message will have for it once it is stored. */
export function partOf({ id, name, kind, media_type, bytes, width, height }: Attachment): Message["parts"][number] {
  const cadau = { file_id: id, kind, bytes, width, height };
  return { type: "file", mediaType: media_type, filename: name, url: fileUrl(id), providerMetadata: { cadau } };
}

export function isAttachment(value: unknown): value is Attachment {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    typeof value.id === "string" &&
    "name" in value &&
    typeof value.name === "string" &&
    "kind" in value
  );
}
