import { getTranslations } from "next-intl/server";
import { GonePage } from "../../../../_components/gone-page";
import { BackToEntries } from "./_components/back-to-entries";

export default async function EntryNotFoundPage() {
  const t = await getTranslations("memory");
  return <GonePage title={t("goneTitle")} body={t("goneBody")} action={<BackToEntries label={t("allEntries")} />} />;
}
