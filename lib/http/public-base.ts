import { headers } from "next/headers";
import { config } from "@/lib/config";

/** The address that the reader of this page uses for the product, without a slash at its end. */
export async function publicBase(): Promise<string> {
  const { APP_URL } = config();
  if (APP_URL) return APP_URL.replace(/\/+$/, "");
  // The framework fills these in from the connection where no proxy is trusted to.
  const given = await headers();
  const host = given.get("x-forwarded-host")?.split(",", 1)[0] ?? given.get("host") ?? "localhost";
  return `${given.get("x-forwarded-proto")?.split(",", 1)[0] ?? "http"}://${host}`;
}
