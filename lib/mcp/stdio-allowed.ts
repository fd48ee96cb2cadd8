import { config } from "@/lib/config";
import type { Db } from "@/lib/db/client";
import { homeWorkspaceId } from "@/lib/db/queries/workspaces";

/**
 * Whether servers of this workspace may be commands that run on this machine: where the operator says so, and in the
 * home workspace alone. Of other workspaces anybody with an account may be the owner.
 */
export async function stdioAllowed(db: Db, workspaceId: string): Promise<boolean> {
  return config().MCP_STDIO && (await homeWorkspaceId(db)) === workspaceId;
}
