import { z } from "zod";
import { Price } from "@/lib/config";
import type { OfferedModel } from "@/lib/db/schema/models";
import { isMetadataHost } from "@/lib/http/contract/addresses";
import { PROVIDER_KINDS } from "./ref";

/** http or https, on any host that an owner names, this machine included; no credentials in it, since it is shown. */
const BaseUrl = z
  .string()
  .trim()
  .max(500)
  .transform((text, context) => {
    const url = URL.parse(text);
    const refuse = (message: string) => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    if (!url || !/^https?:$/.test(url.protocol))
      return refuse("must be an address that begins with http:// or https://");
    if (url.username || url.password) return refuse("must not hold a user name or password");
    if (url.search || url.hash) return refuse("must not hold a query or fragment");
    if (isMetadataHost(url.hostname)) return refuse("must not be a cloud's metadata service");
    // People paste the address of the call itself.
    return url.href.replace(/\/+$/, "").replace(/\/(?:chat\/completions|models)$/, "");
  });

/** Printable ASCII, as it goes into a header; surrounding space comes from pasting. */
const ApiKey = z
  .string()
  .trim()
  .max(4_000)
  .regex(/^[\x21-\x7e]*$/, { error: "must be the key alone, without spaces or line breaks" })
  .transform((key) => key || undefined);

export const ModelId = z.string().trim().min(1).max(150).regex(/^\S+$/, { error: "must not hold spaces" });

const OfferedModelFields = z.object({
  id: ModelId,
  label: z.string().trim().max(100).optional(),
  window_tokens: z.number().int().min(1_000).max(100_000_000).optional(),
  input_price: Price.optional(),
  output_price: Price.optional(),
});

/** Without the keys that are undefined: it is stored as JSON. */
export const OfferedModelInput = OfferedModelFields.transform(
  ({ id, label, window_tokens, input_price, output_price }): OfferedModel => ({
    id,
    ...(label && { label }),
    ...(window_tokens !== undefined && { window_tokens }),
    ...(input_price !== undefined && { input_price }),
    ...(output_price !== undefined && { output_price }),
  }),
);
export const OfferedModels = z
  .array(OfferedModelInput)
  .max(500)
  .refine((models) => new Set(models.map(({ id }) => id)).size === models.length, {
    error: "must not name a model twice",
  });

const needsAddress = (draft: { kind: string; base_url?: string | undefined }) =>
  draft.kind !== "openai-compatible" || draft.base_url !== undefined;
const addressMissing = { path: ["base_url"], error: "is needed for this kind" };

const Draft = z.object({
  kind: z.enum(PROVIDER_KINDS),
  base_url: BaseUrl.optional(),
  api_key: ApiKey.optional(),
});

/** A provider that is not stored yet, to be asked for its models. */
export const ProviderDraft = Draft.refine(needsAddress, addressMissing);
export type ProviderDraft = z.input<typeof ProviderDraft>;

export const NewProvider = Draft.extend({
  name: z.string().trim().min(1).max(60),
  models: OfferedModels.default([]),
}).refine(needsAddress, addressMissing);
export type NewProvider = z.input<typeof NewProvider>;

/** Absent keeps what is; null for the address means the provider's own, for the key none. */
export const ProviderEdit = z.object({
  name: z.string().trim().min(1).max(60).optional(),
  base_url: BaseUrl.nullable().optional(),
  api_key: ApiKey.nullable().optional(),
});
export type ProviderEdit = z.input<typeof ProviderEdit>;
