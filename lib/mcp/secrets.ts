import { z } from "zod";
import type { McpServerRow } from "@/lib/db/schema/tools";
import { openKey, sealKey } from "@/lib/models/key-box";

const Secrets = z.record(z.string(), z.string());
export type Secrets = z.infer<typeof Secrets>;

/** Headers or environment, encrypted for this server alone; null: there are none. */
export function sealSecrets(serverId: string, secrets: Secrets): string | null {
  return Object.keys(secrets).length === 0 ? null : sealKey(serverId, JSON.stringify(secrets));
}

/** Null: they were sealed under another secret of the application, and must be entered again. */
export function openSecrets({ id, secrets }: Pick<McpServerRow, "id" | "secrets">): Secrets | null {
  if (secrets === null) return {};
  const opened = openKey(id, secrets);
  return opened === null ? null : Secrets.parse(JSON.parse(opened));
}
