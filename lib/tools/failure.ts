import { ToolFailure } from "./tool";

export const notFound = (what: string) => new ToolFailure("not_found", `There is no such ${what}.`);
export const badInput = (message: string) => new ToolFailure("invalid_input", message);
