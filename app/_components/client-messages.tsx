import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type { Namespace } from "@/lib/i18n/namespaces";

const everywhere: readonly Namespace[] = ["common", "problems"];

/** Gives the client components below their words: those of every page, and the namespaces named here. */
export async function ClientMessages({
  namespaces = [],
  children,
}: {
  namespaces?: readonly Namespace[];
  children: ReactNode;
}) {
  const messages = await getMessages();
  const chosen = Object.fromEntries([...everywhere, ...namespaces].map((name) => [name, messages[name]]));
  return <NextIntlClientProvider messages={chosen}>{children}</NextIntlClientProvider>;
}
