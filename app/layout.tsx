import type { Metadata, Viewport } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { preferences } from "@/lib/i18n/preferences";
import { RootMessages } from "./_components/client-messages";
import { fontVariables } from "./_components/fonts";
import { Toaster } from "./_components/ui/toaster";
import { Tooltips } from "./_components/ui/tooltip";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("common");
  return {
    title: { default: "Cadau", template: "%s · Cadau" },
    description: t("description"),
    applicationName: "Cadau",
    manifest: "/manifest.webmanifest",
    icons: {
      icon: [
        { url: "/favicon.ico", sizes: "48x48" },
        { url: "/icon.svg", type: "image/svg+xml" },
      ],
      apple: "/apple-touch-icon.png",
    },
    appleWebApp: { capable: true, title: "Cadau", statusBarStyle: "default" },
    // Numbers in a conversation are not telephone numbers.
    formatDetection: { telephone: false, address: false, email: false },
  };
}

const ground = { light: "#fcfcfa", dark: "#151718" };

export async function generateViewport(): Promise<Viewport> {
  const { theme } = await preferences();
  return {
    width: "device-width",
    initialScale: 1,
    viewportFit: "cover",
    // The composer stays above the on-screen keyboard.
    interactiveWidget: "resizes-content",
    themeColor:
      theme === "system"
        ? [
            { media: "(prefers-color-scheme: light)", color: ground.light },
            { media: "(prefers-color-scheme: dark)", color: ground.dark },
          ]
        : ground[theme],
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { locale, theme } = await preferences();
  return (
    <html lang={locale} data-theme={theme === "system" ? undefined : theme} className={fontVariables}>
      <body>
        <RootMessages>
          {children}
          <Tooltips />
          <Toaster />
        </RootMessages>
      </body>
    </html>
  );
}
