/** The actions that the log has a sentence for; the dots of their names would be paths among the messages. */
export const TOLD = [
  "agent_changed",
  "agent_created",
  "agent_deleted",
  "agent_duplicated",
  "agent_memory_deleted",
  "identity_connected",
  "identity_disconnected",
  "invitation_created",
  "invitation_revoked",
  "mcp_server_added",
  "mcp_server_changed",
  "mcp_server_removed",
  "member_joined",
  "member_left",
  "member_removed",
  "member_role_changed",
  "model_default_set",
  "password_changed",
  "password_removed",
  "password_reset",
  "provider_added",
  "provider_changed",
  "provider_models_changed",
  "provider_removed",
  "sessions_ended",
  "token_created",
  "token_revoked",
  "user_created",
  "user_deleted",
  "workspace_created",
  "workspace_deleted",
  "workspace_ownership_transferred",
  "workspace_policy_changed",
  "workspace_renamed",
] as const;
export type Told = (typeof TOLD)[number];

export function sentenceKey(action: string): Told | "other" {
  const key = action.replaceAll(".", "_");
  return TOLD.find((told) => told === key) ?? "other";
}
