import { deleteFile, fileContent } from "@/lib/files/files";
import * as calls from "@/lib/http/contract/files";
import { endpoint, otherMethods } from "@/lib/http/endpoint";
import { fileHeaders } from "@/lib/http/file-headers";

export const GET = endpoint(calls.getFile, async ({ actor, params }) => {
  const { row, bytes } = await fileContent(actor, params.id);
  return new Response(new Uint8Array(bytes), { headers: fileHeaders(row) });
});
export const DELETE = endpoint(calls.deleteFile, async ({ actor, params }) => {
  await deleteFile(actor, params.id);
  return { deleted: true as const };
});
export const { POST, PUT, PATCH } = otherMethods("GET", "DELETE");
