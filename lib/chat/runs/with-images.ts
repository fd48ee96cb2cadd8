import type { ModelMessage, UserContent } from "ai";
import type { Payload } from "@/lib/context/payload/assemble";
import { getDb } from "@/lib/db/client";
import { hashesShown } from "@/lib/db/queries/files";
import { storedIdIn, unseenImage } from "@/lib/files/part";
import { readBytesOf } from "@/lib/files/store";

/**
 * The payload with the bytes of the images that this conversation shows, as it is sent. One that an import has named is
 * none of them, and is read as a line of text.
 */
export async function withImages(sessionId: string, payload: Payload): Promise<Payload> {
  const { messages } = payload;
  const ids = messages.flatMap((message) =>
    message.role === "user" && typeof message.content !== "string"
      ? message.content.flatMap((part) => idIn(part) ?? [])
      : [],
  );
  if (ids.length === 0) return payload;
  const hashes = await hashesShown(await getDb(), sessionId, [...new Set(ids)]);
  const sent = await Promise.all(
    messages.map(async (message): Promise<ModelMessage> => {
      if (message.role !== "user" || typeof message.content === "string") return message;
      const content = await Promise.all(
        message.content.map(async (part) => {
          const id = idIn(part);
          if (id === null || part.type !== "file") return part;
          const found = hashes.get(id);
          const data = found && (await readBytesOf(found.hash));
          if (!data) return { type: "text" as const, text: unseenImage(part.filename ?? "image") };
          return { ...part, data: { type: "data" as const, data: new Uint8Array(data) }, mediaType: found.mediaType };
        }),
      );
      return { ...message, content };
    }),
  );
  return { ...payload, messages: sent };
}

/** The file that a part names; null: it has its bytes, or is no file. */
function idIn(part: Exclude<UserContent, string>[number]): string | null {
  if (part.type !== "file") return null;
  const { data } = part;
  const isUrl = typeof data === "object" && "type" in data && data.type === "url";
  return isUrl ? storedIdIn(data.url.href) : null;
}
