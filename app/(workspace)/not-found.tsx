import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/app/_components/ui/button-class";
import { GonePage } from "./_components/gone-page";

/** Of a conversation. */
export default async function WorkspaceNotFoundPage() {
  const t = await getTranslations("shell");
  const action = (
    <Link href="/" className={buttonClass({ variant: "primary" })}>
      {t("newConversation")}
    </Link>
  );
  return <GonePage title={t("goneTitle")} body={t("goneBody")} action={action} />;
}
