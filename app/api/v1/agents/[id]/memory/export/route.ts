import * as calls from "@/lib/http/contract/memory";
import { endpoint, otherMethods } from "@/lib/http/endpoint";
import { exportMemory } from "@/lib/memory/transfer";

export const GET = endpoint(
  calls.exportMemory,
  async ({ actor, params }) =>
    new Response(await exportMemory(actor, params.id), {
      headers: {
        "content-type": "application/zip",
        "content-disposition": 'attachment; filename="memory.zip"',
        "cache-control": "no-store",
      },
    }),
);
export const { POST, PUT, PATCH, DELETE } = otherMethods("GET");
