import type { FileRow } from "@/lib/db/schema/files";

/** With which a file's bytes are sent: nothing of it runs, and only an image that was made here is shown in place. */
export function fileHeaders({ kind, mediaType, name, bytes, hash }: FileRow): Record<string, string> {
  const type = mediaType.startsWith("text/") ? "text/plain" : mediaType;
  return {
    "content-type": type,
    "content-length": String(bytes),
    "content-disposition": `${kind === "image" ? "inline" : "attachment"}; ${nameParameters(name)}`,
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, max-age=3600",
    etag: `"${hash}"`,
  };
}

/** RFC 6266: the name in plain letters for old clients, and as it is (RFC 5987) for all others. */
function nameParameters(name: string): string {
  const plain = name.replace(/[^\x20-\x7E]|["\\%]/g, "_");
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${whole}`;
}
