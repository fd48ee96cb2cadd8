import type { Metadata } from "next";
import Link from "next/link";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/app/_components/client-messages";
import { StatusPage } from "@/app/_components/status-page";
import { buttonClass } from "@/app/_components/ui/button-class";
import { nextPath } from "@/lib/auth/next-path";
import { pageActor } from "@/lib/auth/page-actor";
import { elsewhere, linked } from "@/lib/chat/elsewhere";
import { currentWorkspaceName } from "@/lib/workspaces/workspaces";
import { BareHeader } from "../_components/bare-header";
import { SwitchButton } from "./_components/switch-button";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("workspaces"))("elsewhere.title") };
}

type Search = Promise<{ to?: string | string[] }>;

/** For a link to what is the person's in another workspace than the one that this browser shows. */
export default async function ElsewherePage({ searchParams }: { searchParams: Search }) {
  const { to } = await searchParams;
  const path = nextPath(typeof to === "string" ? to : undefined);
  const thing = linked(path);
  if (!thing) notFound();
  const actor = await pageActor(`/elsewhere?to=${encodeURIComponent(path)}`);
  const workspace = await elsewhere(actor, thing);
  // Switched meanwhile, or gone: its own page knows.
  if (!workspace) redirect(path);
  const [current, t] = await Promise.all([currentWorkspaceName(actor), getTranslations("workspaces")]);
  return (
    <ClientMessages namespaces={["workspaces"]}>
      <BareHeader />
      <StatusPage
        fill="parent"
        title={t("elsewhere.title")}
        body={t(`elsewhere.${thing.kind}`, { name: workspace.name, current })}
        actions={
          <>
            <SwitchButton workspaceId={workspace.id} name={workspace.name} path={path} />
            <Link href="/" className={buttonClass()}>
              {t("elsewhere.stay")}
            </Link>
          </>
        }
      />
    </ClientMessages>
  );
}
