"use client";

import { useTranslations } from "next-intl";
import type { ErrorPageProps } from "./error-status";
import { Logo } from "./logo";
import { StatusPage } from "./status-page";
import { buttonClass } from "./ui/button-class";

/** What an error boundary shows. The server has logged the error under the digest. */
export default function ErrorPanel({ error, reset, fill }: ErrorPageProps & { fill: "screen" | "parent" }) {
  const t = useTranslations("common");
  return (
    <StatusPage
      fill={fill}
      logo={fill === "screen" && <Logo />}
      title={t("errorTitle")}
      body={t("errorBody")}
      detail={error.digest && t("reference", { reference: error.digest })}
      actions={
        <>
          <button type="button" onClick={reset} className={buttonClass({ variant: "primary" })}>
            {t("tryAgain")}
          </button>
          {/* A plain link: it loads the page anew, which is what is wanted after an error. */}
          <a href="/" className={buttonClass()}>
            {t("goHome")}
          </a>
        </>
      }
    />
  );
}
