/** What came of changing the password. */
export type PasswordState =
  | { status: "unchanged" | "changed" | "wrong" | "signed_out" }
  | { status: "rate_limited"; minutes: number }
  | { status: "invalid"; fields: { next?: string[] | undefined; repeat?: string[] | undefined } };

/** What came of deleting the account; a success leads away. */
export type DeletionState =
  | { status: "open" | "not_proven" | "last_owner" | "signed_out" }
  | { status: "rate_limited"; minutes: number };
