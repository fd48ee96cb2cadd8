import { fileInfo } from "@/lib/files/files";
import * as calls from "@/lib/http/contract/files";
import { endpoint, otherMethods } from "@/lib/http/endpoint";

export const GET = endpoint(calls.getFileInfo, async ({ actor, params }) => await fileInfo(actor, params.id));
export const { POST, PUT, PATCH, DELETE } = otherMethods("GET");
