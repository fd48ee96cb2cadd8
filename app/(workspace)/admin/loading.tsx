import { getTranslations } from "next-intl/server";
import { Skeleton } from "@/app/_components/ui/skeleton";

export default async function AdminLoading() {
  const t = await getTranslations("common");
  return (
    <div role="status" aria-label={t("loading")} className="space-y-5">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-4 w-72" />
      <Skeleton className="mt-8 h-40 w-full" />
    </div>
  );
}
