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
import { ProviderError } from "../_components/provider-error";
import { type EntrySearch, readSearch, withNext } from "../_components/search";
import { signIn } from "./actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth"))("signInTitle") };
}

export default async function SignInPage({ searchParams }: { searchParams: EntrySearch }) {
  const { next, error, provider } = await readSearch(searchParams);
  // Somebody who is in no workspace is led on from there.
  if (await currentPerson()) redirect(next);
  if (await isUnclaimed()) redirect(withNext("/sign-up", next));
  const t = await getTranslations("auth");
  return (
    <EntryPage
      heading={t("signInHeading")}
      footer={
        signUpDoor() === "anyone" && (
          <>
            {t("noAccount")}{" "}
            <Link
              href={withNext("/sign-up", next)}
              className="font-medium text-accent underline-offset-4 hover:underline"
            >
              {t("signUp")}
            </Link>
          </>
        )
      }
    >
      {error && <ProviderError error={error} provider={provider} />}
      <ProviderButtons providers={offeredProviders()} next={next} />
      <EntryForm kind="sign-in" action={signIn} next={next} />
    </EntryPage>
  );
}
