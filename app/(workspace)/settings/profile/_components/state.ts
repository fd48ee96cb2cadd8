/** What came of saving the profile. What was typed comes back where it could not be saved. */
export type ProfileState =
  | { status: "unchanged" | "saved" | "signed_out" }
  | {
      status: "invalid";
      fields: { name?: string[] | undefined; timeZone?: string[] | undefined };
      typed: { name: string; timeZone: string };
    };
