import { uploadFile } from "@/lib/files/files";
import * as calls from "@/lib/http/contract/files";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const POST = endpoint(
  calls.uploadFile,
  async ({ actor, query, request }) => await uploadFile(actor, request, query.name),
);
export const { GET, PUT, PATCH, DELETE } = otherMethods("POST");
