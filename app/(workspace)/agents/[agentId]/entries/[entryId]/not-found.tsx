import { getTranslations } from "next-intl/server";
import { StatusPage } from "@/app/_components/status-page";
import { BareHeader } from "../../../../_components/bare-header";
import { BackToEntries } from "./_components/back-to-entries";

/** A memory that was erased or never was, or one of an agent that the reader may not see: the same words. */
export default async function EntryNotFoundPage() {
  const t = await getTranslations("memory");
  return (
    <>
      <BareHeader />
      <StatusPage
        fill="parent"
        title={t("goneTitle")}
        body={t("goneBody")}
        actions={<BackToEntries label={t("allEntries")} />}
      />
    </>
  );
}
