import type { ReactNode } from "react";
import { ClientMessages } from "@/app/_components/client-messages";
import { Logo } from "@/app/_components/logo";
import { LanguageSwitch } from "./_components/language-switch";

/** The pages in front of the door: one quiet column whose top stays where it is, whatever appears below. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <ClientMessages namespaces={["auth"]}>
      <div className="flex min-h-dvh flex-col bg-canvas px-5">
        <header className="flex justify-end pt-4">
          <LanguageSwitch />
        </header>
        <main className="mx-auto w-full max-w-90 flex-1 pt-[max(2rem,11vh)] pb-16">
          <Logo className="mb-8" />
          {children}
        </main>
      </div>
    </ClientMessages>
  );
}
