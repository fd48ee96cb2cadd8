import { getTranslations } from "next-intl/server";
import { Skeleton } from "@/app/_components/ui/skeleton";

export default async function AgentsLoading() {
  const t = await getTranslations("common");
  return (
    <div role="status" aria-label={t("loading")} className="mx-auto w-full max-w-3xl space-y-4 px-4 pt-19 sm:px-8">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-4 w-72 max-w-full" />
      <Skeleton className="mt-7 h-18 w-full rounded-card" />
      <Skeleton className="h-18 w-full rounded-card" />
    </div>
  );
}
