import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, primaryKey, real, text, uniqueIndex } from "drizzle-orm/pg-core";
import { workspaces } from "./accounts";
import { createdAt, id, time } from "./columns";

/** A model that a stored provider offers. Prices are in US dollars per million tokens. */
export type OfferedModel = {
  id: string;
  label?: string;
  window_tokens?: number;
  input_price?: number;
  output_price?: number;
};

/** Providers added on the Models page. Those of the environment are not stored. */
export const modelProviders = pgTable(
  "model_providers",
  {
    id: id().primaryKey(),
    workspaceId: id("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** What stands before the colon in `provider:model`. */
    slug: text("slug").notNull(),
    kind: text("kind", { enum: ["openai", "anthropic", "google", "openai-compatible"] }).notNull(),
    name: text("name").notNull(),
    baseUrl: text("base_url"),
    /** AES-256-GCM under the application's secret; never sent back. */
    keyEncrypted: text("key_encrypted"),
    models: jsonb("models").$type<OfferedModel[]>().notNull().default([]),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("model_providers_slug_key").on(t.workspaceId, t.slug),
    check("model_providers_kind_known", sql`${t.kind} in ('openai', 'anthropic', 'google', 'openai-compatible')`),
  ],
);

/** What a provider taught about a model. Tokens here are those of the product's own estimate (lib/context/size/tokens.ts). */
export const modelLimits = pgTable(
  "model_limits",
  {
    workspaceId: id("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    model: text("model").notNull(),
    /** An upper bound for its input, from a refusal as too long. */
    limitTokens: integer("limit_tokens"),
    /** Real tokens to an estimated one, from the usage that it reports. */
    tokenFactor: real("token_factor"),
    samples: integer("samples").notNull().default(0),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.model] })],
);
