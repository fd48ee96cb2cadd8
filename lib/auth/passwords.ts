import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { processWide } from "@/lib/process-wide";

// argon2id (the library's default) at the parameters of OWASP's password storage guide.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** In PHC form, with its salt and cost. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

const decoy = processWide("password-decoy", () => hashPassword(randomBytes(32).toString("base64url")));

/** Whether the password is the hashed one. Where there is no hash it takes as long to say no. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await decoy()), password);
  return passwordHash !== null && matches;
}
