import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { StatusPage } from "@/app/_components/status-page";
import { buttonClass } from "@/app/_components/ui/button-class";
import { BareHeader } from "./_components/bare-header";

/** A conversation that is gone, or somebody else's: the same words. */
export default async function WorkspaceNotFoundPage() {
  const t = await getTranslations("shell");
  return (
    <>
      <BareHeader />
      <StatusPage
        fill="parent"
        title={t("goneTitle")}
        body={t("goneBody")}
        actions={
          <Link href="/" className={buttonClass({ variant: "primary" })}>
            {t("newConversation")}
          </Link>
        }
      />
    </>
  );
}
