import type { Metadata } from "next";
import { headers } from "next/headers";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Button } from "@/app/_components/ui/button";
import { currentPerson } from "@/lib/auth/actor";
import { countedAddress } from "@/lib/auth/counted-address";
import { offeredProviders } from "@/lib/auth/providers";
import { isAppError } from "@/lib/errors";
import { clientAddress } from "@/lib/http/origin";
import { type Invitation, openInvitation } from "@/lib/workspaces/invitations";
import { EntryForm } from "../../_components/entry-form";
import { EntryPage } from "../../_components/entry-page";
import { ProviderButtons } from "../../_components/provider-buttons";
import { join, signUpInvited } from "./actions";

// The address holds a secret: no other site learns it.
export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth"))("invite.title"), referrer: "no-referrer", robots: { index: false } };
}

export default async function InvitePage({ params }: { params: Promise<{ token: string }> }) {
  const [{ token }, person, t] = await Promise.all([params, currentPerson(), getTranslations("auth")]);
  const invitation = await invitationOf(token);
  if (invitation === "too_many") return <EntryPage heading={t("invite.title")} body={t("invite.tooMany")} />;
  if (!invitation) {
    return (
      <EntryPage heading={t("invite.uselessHeading")} body={t("invite.uselessBody")}>
        <Link href="/" className="font-medium text-accent text-sm underline underline-offset-4">
          {t("invite.toStart")}
        </Link>
      </EntryPage>
    );
  }
  const { workspace, inviter, role } = invitation;
  const heading = t("invite.heading", { workspace });
  const body = t(inviter ? "invite.by" : "invite.byNobody", {
    inviter: inviter ?? "",
    role: t(`invite.roles.${role}`),
  });
  if (person) {
    return (
      <EntryPage heading={heading} body={body}>
        <form action={join.bind(null, token)}>
          <Button type="submit" variant="primary" className="h-10.5 w-full">
            {t("invite.join", { name: person.name })}
          </Button>
        </form>
      </EntryPage>
    );
  }
  const next = `/invite/${token}`;
  return (
    <EntryPage
      heading={heading}
      body={body}
      footer={
        <>
          {t("haveAccount")}{" "}
          <Link
            href={`/sign-in?next=${encodeURIComponent(next)}`}
            className="font-medium text-accent underline-offset-4 hover:underline"
          >
            {t("signIn")}
          </Link>
        </>
      }
    >
      <ProviderButtons providers={offeredProviders()} next={next} />
      <EntryForm kind="sign-up" action={signUpInvited.bind(null, token)} next={next} />
    </EntryPage>
  );
}

async function invitationOf(token: string): Promise<Invitation | null | "too_many"> {
  try {
    return await openInvitation(token, countedAddress(clientAddress({ headers: await headers() })));
  } catch (error) {
    if (isAppError(error, "rate_limited")) return "too_many";
    throw error;
  }
}
