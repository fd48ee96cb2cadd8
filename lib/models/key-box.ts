import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKey } from "@/lib/auth/secret";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a provider's key under the application's secret, bound to the provider that it belongs to. */
export function sealKey(providerId: string, apiKey: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", deriveKey("provider-keys"), iv).setAAD(Buffer.from(providerId));
  const sealed = Buffer.concat([cipher.update(apiKey, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}

/** The key, or null when it was sealed under another secret, for another provider, or was changed since. */
export function openKey(providerId: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64");
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", deriveKey("provider-keys"), iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(providerId))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    // GCM says no more than "not authentic". The page then asks for the key again.
    return null;
  }
}
