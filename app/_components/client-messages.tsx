import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type { Namespace } from "@/lib/i18n/namespaces";
import { AddMessages } from "./add-messages";

const everywhere: readonly Namespace[] = ["common", "problems"];

/** Around the whole app: the words that every page may need. */
export async function RootMessages({ children }: { children: ReactNode }) {
  return <NextIntlClientProvider messages={await pick(everywhere)}>{children}</NextIntlClientProvider>;
}

/** Gives the client components below the words of these namespaces, beside those that they have already. */
export async function ClientMessages({
  namespaces,
  children,
}: {
  namespaces: readonly Namespace[];
  children: ReactNode;
}) {
  return <AddMessages messages={await pick(namespaces)}>{children}</AddMessages>;
}

async function pick(namespaces: readonly Namespace[]) {
  const messages = await getMessages();
  return Object.fromEntries(namespaces.map((name) => [name, messages[name]]));
}
