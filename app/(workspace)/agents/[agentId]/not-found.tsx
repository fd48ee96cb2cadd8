import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { StatusPage } from "@/app/_components/status-page";
import { buttonClass } from "@/app/_components/ui/button-class";
import { BareHeader } from "../../_components/bare-header";

/** An agent that is gone, or that is not shared with the reader: the same words. */
export default async function AgentNotFoundPage() {
  const t = await getTranslations("agents");
  return (
    <>
      <BareHeader />
      <StatusPage
        fill="parent"
        title={t("goneTitle")}
        body={t("goneBody")}
        actions={
          <Link href="/agents" className={buttonClass({ variant: "primary" })}>
            {t("all")}
          </Link>
        }
      />
    </>
  );
}
