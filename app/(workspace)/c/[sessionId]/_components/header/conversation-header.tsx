"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { surely } from "@/app/_components/surely";
import { IconButton } from "@/app/_components/ui/icon-button";
import { Menu } from "@/app/_components/ui/menu";
import { tooltip } from "@/app/_components/ui/tooltip";
import { DeleteSessionDialog } from "@/app/(workspace)/_components/delete-session-dialog";
import { PageHeader } from "@/app/(workspace)/_components/page-header";
import { usePageCommands } from "@/app/(workspace)/_components/palette/page-commands";
import { useSessionMenuItems } from "@/app/(workspace)/_components/session-menu-items";
import { useSessionActions } from "@/app/(workspace)/_components/use-session-actions";
import type { Session } from "@/lib/http/contract/sessions";
import { RailButton } from "../rail/rail-button";
import type { Rail } from "../rail/use-rail";
import { AgentLink, type ConversationAgent } from "./agent-link";

const SessionRename = lazy(
  surely(() =>
    import("@/app/(workspace)/_components/session-rename").then((field) => ({ default: field.SessionRename })),
  ),
);

/** The conversation's title, renamed in its place, and what can be done with it. */
export function ConversationHeader({
  session,
  agent,
  rail,
}: {
  session: Session;
  agent: ConversationAgent | null;
  rail: Rail;
}) {
  const t = useTranslations("conversation");
  const actions = useSessionActions();
  const [renaming, setRenaming] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const items = useSessionMenuItems(session, actions, {
    onRename: () => setRenaming(true),
    onDelete: () => setDeleting(true),
  });
  usePageCommands({ rename: () => setRenaming(true), remove: () => setDeleting(true) });
  const title = session.title || t("untitled");
  return (
    <>
      <PageHeader
        className="border-line/70 border-b"
        before={agent && <AgentLink agent={agent} />}
        title={
          renaming ? (
            <div className="max-w-xl">
              <Suspense fallback={<p className="truncate px-2 font-medium text-sm">{title}</p>}>
                <SessionRename
                  label={t("renameLabel")}
                  title={session.title}
                  onDone={(typed) => {
                    setRenaming(false);
                    if (typed !== null) actions.rename(session, typed);
                  }}
                />
              </Suspense>
            </div>
          ) : (
            <h1 className="flex min-w-0 text-sm">
              <button
                type="button"
                dir="auto"
                {...tooltip(t("rename"))}
                className="min-w-0 truncate rounded-control px-2 py-1.5 font-medium hover:bg-ink/5"
                onClick={() => setRenaming(true)}
              >
                {title}
              </button>
            </h1>
          )
        }
        actions={
          <>
            <RailButton session={session} rail={rail} />
            <Menu
              align="end"
              trigger={
                <IconButton label={t("conversationActions")}>
                  <Ellipsis aria-hidden="true" size={18} />
                </IconButton>
              }
              items={items}
            />
          </>
        }
      />
      <DeleteSessionDialog
        session={deleting ? session : null}
        onClose={() => setDeleting(false)}
        onDelete={actions.remove}
      />
    </>
  );
}
