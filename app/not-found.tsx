import { getTranslations } from "next-intl/server";
import { Logo } from "./_components/logo";
import { StatusPage } from "./_components/status-page";
import { buttonClass } from "./_components/ui/button-class";

export async function generateMetadata() {
  const t = await getTranslations("common");
  return { title: t("notFoundTitle") };
}

export default async function NotFoundPage() {
  const t = await getTranslations("common");
  return (
    <main>
      <StatusPage
        logo={<Logo />}
        title={t("notFoundTitle")}
        body={t("notFoundBody")}
        actions={
          <a href="/" className={buttonClass({ variant: "primary" })}>
            {t("goHome")}
          </a>
        }
      />
    </main>
  );
}
