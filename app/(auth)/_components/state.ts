import type { AppError } from "@/lib/errors";

const FIELD_FAULTS = ["required", "too_long", "not_storable", "email", "password_short"] as const;
export type FieldFault = (typeof FIELD_FAULTS)[number];
export type FieldFaults = Partial<Record<"name" | "email" | "password", FieldFault>>;

/** What came of a form in front of the door. What was typed, but for the password, comes back with it. */
export type EntryState =
  | { status: "empty" }
  | { status: "wrong" | "email_taken" | "sign_up_closed"; email: string; name?: string }
  | { status: "rate_limited"; minutes: number; email: string; name?: string }
  | { status: "invalid"; fields: FieldFaults; email: string; name?: string };

export const empty: EntryState = { status: "empty" };

/** Whole minutes, rounded up: waiting that long is always enough. */
export const minutesOf = (error: AppError<"rate_limited">): number => Math.ceil(error.details.retry_after_s / 60);

/** The first fault of each field: the schemas of lib/auth name them by the keys of our sentences. */
export function faultsOf(fieldErrors: { [field: string]: string[] | undefined }): FieldFaults {
  const firstFault = (field: string) => FIELD_FAULTS.find((fault) => fault === fieldErrors[field]?.[0]);
  const found: FieldFaults = {};
  for (const field of ["name", "email", "password"] as const) {
    const fault = firstFault(field);
    if (fault) found[field] = fault;
  }
  return found;
}
