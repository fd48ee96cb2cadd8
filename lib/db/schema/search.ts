import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { users, workspaces } from "./accounts";
import { id } from "./columns";

/** The words that a person's messages have, so that a mistyped one can be told. They never shrink. */
export const searchWords = pgTable(
  "search_words",
  {
    workspaceId: id("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    userId: id("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    word: text("word").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.workspaceId, t.word] })],
);
