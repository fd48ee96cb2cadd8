"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { StatusPage } from "./status-page";
import { Button, buttonClass } from "./ui/button";

export type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

/** What an error boundary shows. The server has logged the error under the digest. */
export function ErrorStatus({ error, reset, fill }: ErrorPageProps & { fill: "screen" | "parent" }) {
  const t = useTranslations("common");
  return (
    <StatusPage
      fill={fill}
      title={t("errorTitle")}
      body={t("errorBody")}
      detail={error.digest && t("reference", { reference: error.digest })}
      actions={
        <>
          <Button variant="primary" onClick={reset}>
            {t("tryAgain")}
          </Button>
          <Link href="/" className={buttonClass()}>
            {t("goHome")}
          </Link>
        </>
      }
    />
  );
}
