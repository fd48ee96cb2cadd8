import { z } from "zod";
import { type Filters, MOST_TYPED } from "./filters";

const Id = z.uuid().catch("");
const Day = z.iso.date().catch("");
const Address = z.object({
  q: z
    .string()
    .transform((q) => q.trim().slice(0, MOST_TYPED).toWellFormed())
    .catch(""),
  agent: Id,
  session: Id,
  who: z.enum(["user", "assistant"]).or(z.literal("")).catch(""),
  from: Day,
  to: Day,
});

/** Reads an address. What makes no sense in it is left out, rather than an error for whoever follows a link. */
export const filtersIn = (search: Record<string, string | string[] | undefined>): Filters => Address.parse(search);
