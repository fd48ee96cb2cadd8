import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ClientMessages } from "@/app/_components/client-messages";
import { pageActor } from "@/lib/auth/page-actor";
import { PageHeader } from "../_components/page-header";
import { AdminNav } from "./_components/admin-nav";

/** Members find nothing here; what stands behind each page refuses them by itself as well. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  if ((await pageActor()).role === "member") notFound();
  const t = await getTranslations("admin");
  return (
    <ClientMessages namespaces={["admin", "workspaces"]}>
      <PageHeader title={<p className="truncate font-medium text-sm">{t("title")}</p>} />
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex w-full max-w-232 flex-col gap-x-10 gap-y-6 px-4 pt-2 pb-16 sm:px-8 lg:flex-row lg:pt-8">
          <AdminNav />
          <div className="min-w-0 flex-1">{children}</div>
        </div>
      </div>
    </ClientMessages>
  );
}
