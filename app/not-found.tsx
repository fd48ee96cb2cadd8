import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { StatusPage } from "./_components/status-page";
import { buttonClass } from "./_components/ui/button";

export async function generateMetadata() {
  const t = await getTranslations("common");
  return { title: t("notFoundTitle") };
}

export default async function NotFoundPage() {
  const t = await getTranslations("common");
  return (
    <main>
      <StatusPage
        title={t("notFoundTitle")}
        body={t("notFoundBody")}
        actions={
          <Link href="/" className={buttonClass({ variant: "primary" })}>
            {t("goHome")}
          </Link>
        }
      />
    </main>
  );
}
