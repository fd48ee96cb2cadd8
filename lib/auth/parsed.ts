import { z } from "zod";
import { AppError } from "@/lib/errors";

/** The input as the schema has it. Throws `invalid_input` with the path of each fault. */
export function parsed<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => ({ path: z.core.toDotPath(issue.path), message: issue.message }));
  throw new AppError("invalid_input", { issues });
}
