"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { problemSentence } from "@/app/_components/problem-sentence";
import { changeSession, deleteSession } from "@/app/_components/sessions-cache";
import { toast } from "@/app/_components/ui/toast";
import type { Session } from "@/lib/http/contract/sessions";

export type SessionActions = {
  rename: (session: Session, title: string) => void;
  setPinned: (session: Session, pinned: boolean) => void;
  setArchived: (session: Session, archived: boolean) => void;
  remove: (session: Session) => void;
};

/** What a person can do to a conversation from any list or menu: shown at once, and on failure a word and a way to retry. */
export function useSessionActions(): SessionActions {
  const client = useQueryClient();
  const router = useRouter();
  const pathname = usePathname();
  const t = useTranslations("shell");
  const tProblem = useTranslations("problems");
  const tCommon = useTranslations("common");

  return useMemo(() => {
    const attempt = (run: () => Promise<void>, failed: (reason: string) => string, done?: () => void) => {
      run().then(done, (error: unknown) => {
        toast.error(failed(problemSentence(tProblem, error)), {
          action: { label: tCommon("tryAgain"), onAction: () => attempt(run, failed, done) },
        });
      });
    };
    const setArchived = (session: Session, archived: boolean) => {
      const undo = { label: t("undo"), onAction: () => setArchived({ ...session, archived }, !archived) };
      attempt(
        () => changeSession(client, session, { archived }),
        (reason) => t("changeFailed", { reason }),
        archived ? () => toast(t("archivedNote"), { action: undo, key: session.id }) : undefined,
      );
    };
    return {
      rename(session, typed) {
        const title = typed.trim();
        if (title === "" || title === session.title) return;
        attempt(
          () => changeSession(client, session, { title }),
          (reason) => t("renameFailed", { reason }),
        );
      },
      setPinned(session, pinned) {
        attempt(
          () => changeSession(client, session, { pinned }),
          (reason) => t("changeFailed", { reason }),
        );
      },
      setArchived,
      remove(session) {
        if (pathname === `/c/${session.id}`) router.push("/");
        attempt(
          () => deleteSession(client, session),
          (reason) => t("deleteFailed", { reason }),
          () => toast(t("deleted")),
        );
      },
    };
  }, [client, pathname, router, t, tProblem, tCommon]);
}
