/** One file of messages each, in every language. */
export const NAMESPACES = [
  "admin",
  "agents",
  "auth",
  "common",
  "context",
  "conversation",
  "docs",
  "mcp",
  "memory",
  "models",
  "problems",
  "settings",
  "shell",
  "workspaces",
] as const;
export type Namespace = (typeof NAMESPACES)[number];
