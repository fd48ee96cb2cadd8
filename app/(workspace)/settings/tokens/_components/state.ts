export const EXPIRY_CHOICES = ["30", "90", "365", "never"] as const;

/** What came of asking for a token; the token itself is in the answer this once. */
export type TokenState =
  | { status: "open" | "signed_out" }
  | { status: "invalid"; fields: { name?: string[] | undefined }; typed: { name: string } }
  | { status: "created"; name: string; token: string };
