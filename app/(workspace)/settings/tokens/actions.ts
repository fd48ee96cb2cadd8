"use server";
import { refresh } from "next/cache";
import { z } from "zod";
import { fieldOf } from "@/app/_components/form-fields";
import { currentActor } from "@/lib/auth/actor";
import { createToken, NewToken, revokeToken } from "@/lib/auth/tokens";
import { isAppError } from "@/lib/errors";
import { EXPIRY_CHOICES, type TokenState } from "./_components/state";

const A_DAY_MS = 24 * 60 * 60 * 1_000;

const Form = z.object({
  name: NewToken.shape.name,
  access: z.enum(["read", "write"]),
  expiry: z.enum(EXPIRY_CHOICES),
});

export async function create(_previous: TokenState, form: FormData): Promise<TokenState> {
  const actor = await currentActor();
  if (!actor) return { status: "signed_out" };
  const typed = { name: fieldOf(form, "name") };
  const input = Form.safeParse({ ...typed, access: fieldOf(form, "access"), expiry: fieldOf(form, "expiry") });
  if (!input.success) return { status: "invalid", fields: z.flattenError(input.error).fieldErrors, typed };
  const { name, access, expiry } = input.data;
  const { token } = await createToken(actor, {
    name,
    scopes: access === "write" ? ["read", "write"] : ["read"],
    expiresAt: expiry === "never" ? null : new Date(Date.now() + Number(expiry) * A_DAY_MS),
  });
  refresh();
  return { status: "created", name, token };
}

export async function revoke(id: string): Promise<"revoked" | "gone" | "signed_out"> {
  const actor = await currentActor();
  if (!actor) return "signed_out";
  try {
    await revokeToken(actor, id);
  } catch (error) {
    if (!isAppError(error, "not_found")) throw error;
    return "gone";
  } finally {
    refresh();
  }
  return "revoked";
}
