import { storableText } from "@/lib/text";
import type { FileProblem } from "./front-matter";

/** A file's text. What is not UTF-8 is shown as well as it can be, with its problem. */
export function textIn(bytes: Buffer): { text: string; problem: FileProblem | null } {
  try {
    return {
      text: storableText(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)),
      problem: null,
    };
  } catch {
    return { text: storableText(bytes.toString("utf8")), problem: "not_utf8" };
  }
}
