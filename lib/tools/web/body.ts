import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { ToolFailure } from "@/lib/tools/tool";

const DECODERS: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** At most `maxBytes` of the body as it is once unpacked, and whether that is all of it. Nothing more is ever unpacked. */
export async function readBody(
  response: IncomingMessage,
  maxBytes: number,
): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  const body = unpacked(response);
  try {
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes.subarray(0, maxBytes - size));
      size += bytes.length;
      if (size > maxBytes) return { bytes: Buffer.concat(chunks), isWhole: false };
    }
    return { bytes: Buffer.concat(chunks), isWhole: true };
  } finally {
    response.destroy();
    body.destroy();
  }
}

function unpacked(response: IncomingMessage): Readable {
  const encoding = (response.headers["content-encoding"] ?? "").trim().toLowerCase();
  if (encoding === "" || encoding === "identity") return response;
  const decoder = DECODERS[encoding];
  if (!decoder) throw new ToolFailure("unsupported", "The page is packed in a way that cannot be unpacked.");
  const stream = decoder();
  // A connection that breaks ends the unpacking too.
  response.on("error", (error) => stream.destroy(error));
  return response.pipe(stream);
}
