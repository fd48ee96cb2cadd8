import type { Messages } from "next-intl";
import type { Locale } from "@/lib/auth/actor-type";
import { NAMESPACES } from "./namespaces";

/** All words of a language. On the server only: the browser gets the namespaces that its page asks for. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const files = await Promise.all(
    NAMESPACES.map(async (name) => [name, (await import(`../../messages/${locale}/${name}.json`)).default] as const),
  );
  return Object.fromEntries(files) as Messages;
}
