import { AGENT_LIMITS } from "@/lib/http/contract/agents";

const HEADS: Record<string, (bytes: Buffer) => boolean> = {
  png: (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  jpeg: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  webp: (bytes) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
};

/** Whether a data URL is what it says: a PNG, JPEG or WebP of a size to be sent with every list. */
export function isPicture(dataUrl: string): boolean {
  const [, kind = "", data = ""] = /^data:image\/(\w+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? [];
  const bytes = Buffer.from(data, "base64");
  return bytes.length <= AGENT_LIMITS.pictureBytes && (HEADS[kind]?.(bytes) ?? false);
}
