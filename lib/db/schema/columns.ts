import { bigint, timestamp, uuid } from "drizzle-orm/pg-core";

/** Milliseconds, so that a time read into a `Date` and sent back in a cursor is the same time. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
export const createdAt = () => time("created_at").notNull().defaultNow();
/** UUIDv7, made by the application. */
export const id = (name = "id") => uuid(name);
/** What a text is found by: its terms as numbers that only their owner's searches ask for (lib/search). */
export const terms = () => bigint("terms", { mode: "number" }).array();
