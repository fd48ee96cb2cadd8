import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { currentPerson } from "@/lib/auth/actor";
import { offeredProviders } from "@/lib/auth/providers";
import { isUnclaimed, signUpDoor } from "@/lib/auth/users";
import { EntryForm } from "../_components/entry-form";
import { EntryPage } from "../_components/entry-page";
import { ProviderButtons } from "../_components/provider-buttons";
import { type EntrySearch, readSearch, withNext } from "../_components/search";
import { signUp } from "./actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth"))("signUpTitle") };
}

export default async function SignUpPage({ searchParams }: { searchParams: EntrySearch }) {
  const { next } = await readSearch(searchParams);
  // Somebody who is in no workspace is led on from there.
  if (await currentPerson()) redirect(next);
  const t = await getTranslations("auth");
  const first = await isUnclaimed();
  const toSignIn = (
    <>
      {t("haveAccount")}{" "}
      <Link href={withNext("/sign-in", next)} className="font-medium text-accent underline-offset-4 hover:underline">
        {t("signIn")}
      </Link>
    </>
  );
  if (!first && signUpDoor() === "first_only") {
    return <EntryPage heading={t("closedHeading")} body={t("closedBody")} footer={toSignIn} />;
  }
  return (
    <EntryPage
      heading={t(first ? "firstHeading" : "signUpHeading")}
      body={first && t("firstBody")}
      footer={!first && toSignIn}
    >
      <ProviderButtons providers={offeredProviders()} next={next} />
      <EntryForm kind="sign-up" action={signUp} next={next} />
    </EntryPage>
  );
}
