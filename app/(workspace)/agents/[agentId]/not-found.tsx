import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/app/_components/ui/button-class";
import { GonePage } from "../../_components/gone-page";

export default async function AgentNotFoundPage() {
  const t = await getTranslations("agents");
  const action = (
    <Link href="/agents" className={buttonClass({ variant: "primary" })}>
      {t("all")}
    </Link>
  );
  return <GonePage title={t("goneTitle")} body={t("goneBody")} action={action} />;
}
