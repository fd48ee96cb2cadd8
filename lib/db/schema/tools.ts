import { sql } from "drizzle-orm";
import { boolean, check, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { workspaces } from "./accounts";
import { createdAt, id, time } from "./columns";

export type McpTransport = "http" | "stdio";

/** A server of the Model Context Protocol that a workspace's agents may use. */
export const mcpServers = pgTable(
  "mcp_servers",
  {
    id: id().primaryKey(),
    workspaceId: id("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** Begins the names of its tools: letters, digits, hyphens. */
    name: text("name").notNull(),
    transport: text("transport").$type<McpTransport>().notNull(),
    /** Of `http`. */
    url: text("url"),
    /** Of `stdio`. */
    command: text("command"),
    args: jsonb("args").$type<string[]>().notNull().default([]),
    /** Headers of `http`, environment of `stdio`: a JSON object, encrypted; null: none. */
    secrets: text("secrets"),
    enabled: boolean("enabled").notNull().default(true),
    createdAt: createdAt(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("mcp_servers_name_key").on(t.workspaceId, t.name),
    check("mcp_servers_transport_known", sql`${t.transport} in ('http', 'stdio')`),
  ],
);

export type McpServerRow = typeof mcpServers.$inferSelect;
