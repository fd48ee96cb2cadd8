import { AppError } from "@/lib/errors";
import * as calls from "@/lib/http/contract/memory";
import { endpoint, otherMethods } from "@/lib/http/endpoint";
import { readBytes } from "@/lib/http/read-body";
import { requireHome } from "@/lib/memory/home";
import { importMemory, MOST_ZIP_BYTES } from "@/lib/memory/transfer";

export const POST = endpoint(calls.importMemory, async ({ actor, params, query, request }) => {
  await requireHome(actor, params.id);
  if (!/^application\/zip\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw new AppError("unsupported_media_type", { expected: "application/zip" });
  }
  return await importMemory(actor, params.id, await readBytes(request, MOST_ZIP_BYTES), query.on_conflict);
});
export const { GET, PUT, PATCH, DELETE } = otherMethods("POST");
