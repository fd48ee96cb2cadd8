import { z } from "zod";
import type { ErrorCode, Scope } from "@/lib/errors";

/** UUID of any version in requests; the product makes version 7. */
export const Uuid = z.uuid().meta({ id: "Uuid", examples: ["0198c0de-7f3a-7c41-9d2e-5b1f0a6c8e24"] });
export const Time = z.iso.datetime().meta({
  id: "Time",
  description: "RFC 3339, UTC, milliseconds",
  examples: ["2026-03-02T08:15:30.120Z"],
});
export const Cursor = z
  .string()
  .min(1)
  .max(1_000)
  .meta({ description: "Opaque. Take it from an answer; do not make or change it." });

/** NUL cannot be stored in PostgreSQL text and a lone surrogate not in UTF-8, so neither could be kept as sent. */
export const storable = (text: string) => !text.includes("\u0000") && text.isWellFormed();
/** A byte order mark at the start is a signature of the encoding and no text: one of the two engines would drop it. */
const withoutSignature = (text: string) => text.replace(/^\uFEFF+/, "");
export const Text = (max: number) =>
  z
    .string()
    .max(max)
    .refine(storable, { error: "must not contain NUL characters or lone surrogates" })
    .overwrite(withoutSignature);

export const limit = (fallback: number, max: number) =>
  z.coerce.number().int().min(1).max(max).default(fallback).meta({ description: "How many at most" });

export const ModelName = Text(200).regex(/^[^:\s]+:\S+$/, { error: "must be provider:model" });

export const SessionParams = z.object({ id: Uuid });

export type Method = "GET" | "POST" | "PATCH" | "DELETE";
/** What a call needs: `null` is for everybody, signed in or not. */
export type Access = Scope | null;

export type Contract = {
  method: Method;
  /** Below /api/v1, with `{name}` for parameters. */
  path: `/${string}`;
  access: Access;
  summary: string;
  /** Text for the reference: what a caller must know beyond the shapes. */
  description?: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The JSON answer. */
  response?: z.ZodType;
  /** Another media type that the call can answer with. */
  streams?: "text/event-stream" | "text/plain" | "application/zip" | "application/octet-stream";
  /** 200 where absent. */
  status?: 200 | 201;
  /** Another status that the same JSON can come with: it tells of a server that cannot do its work. */
  unwell?: 503;
  /** Failures that are particular to this call. */
  errors?: readonly ErrorCode[];
};

/** Keeps the exact type of a declaration, so that what it leaves out is known to be absent. */
export function contract<const C extends Contract>(declared: C): C {
  return declared;
}

/** RFC 9457. `code` is stable; `errors` names the fields of bad input. */
export const Problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string().optional(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Problem" });
