import type { MessageParts } from "@/lib/db/schema/chat";
import { fileOf, unseenImage } from "@/lib/files/part";
import { type ImageRule, imageCost, ruleOf } from "@/lib/models/image-tokens";
import type { ResolvedModel } from "@/lib/models/registry";

/** Whether a model is given images, and how its provider counts them. */
export type Eyes = { vision: boolean; rule: ImageRule };

export const eyesOf = ({ vision, ref }: Pick<ResolvedModel, "vision" | "ref">): Eyes => ({ vision, rule: ruleOf(ref) });

/** Of a model that takes text alone. */
export const BLIND: Eyes = { vision: false, rule: "openai" };

/** The parts as a model with these eyes is given them; the same object where there is nothing to see. Pure. */
export function seenBy(parts: MessageParts, eyes: Eyes, runesPerToken: number): MessageParts {
  if (!parts.some((part) => fileOf(part)?.kind === "image")) return parts;
  return parts.map((part) => {
    const file = fileOf(part);
    if (part.type !== "file" || file?.kind !== "image") return part;
    if (!eyes.vision) return { type: "text", text: unseenImage(file.name) };
    return { ...part, providerMetadata: { cadau: { ...file, ...counted(file, eyes.rule, runesPerToken) } } };
  });
}

/** What an image counts, in tokens and, by the conversation's writing, in runes. */
export function counted(
  { width, height }: { width: number | null; height: number | null },
  rule: ImageRule,
  runesPerToken: number,
): { tokens: number; runes: number } {
  const tokens = imageCost(rule, width ?? 1568, height ?? 1568);
  return { tokens, runes: Math.ceil(tokens * runesPerToken) };
}
