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
  "search",
  "settings",
  "shell",
  "tools",
  "workspaces",
] as const;
export type Namespace = (typeof NAMESPACES)[number];
