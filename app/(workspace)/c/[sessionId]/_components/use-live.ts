import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { queryKeys } from "@/app/_components/query-keys";
import { putSession, touchSession } from "@/app/_components/sessions-cache";
import type { ContextBudget } from "@/lib/http/contract/messages";
import type { Session } from "@/lib/http/contract/sessions";
import { LiveSync } from "./live-sync";
import { outgoingMessage, runningMessage } from "./runs/as-messages";
import { outbox } from "./runs/outbox";
import { runFollowers } from "./runs/run-followers";
import type { RunFacts } from "./runs/run-record";
import type { ConversationWindow } from "./window/use-window";
import { addLive, cutFrom, type Keep, mergeLatest } from "./window/window-changes";
import { atLiveEdge, messagesOf, toWindowPage } from "./window/window-page";

/** The session as the cache has it: renamed in the sidebar, in another tab or here, it is the same object. */
export function useSession(initial: Session): Session {
  const client = useQueryClient();
  // What the server has just said is newer than what an earlier visit left.
  useState(() => client.setQueryData(queryKeys.session(initial.id), initial));
  const { data } = useQuery<Session>({ queryKey: queryKeys.session(initial.id), queryFn: skipToken });
  return data ?? initial;
}

type Live = {
  budget: ContextBudget;
  setBudget: (budget: ContextBudget) => void;
  gone: boolean;
  sync: LiveSync;
};

/** Brings into the window what happens in the conversation: here, in other tabs, on other devices. */
export function useLive(input: {
  session: Session;
  window: ConversationWindow;
  initialBudget: ContextBudget;
  /** Whether the page is older than a moment, so that something may have happened since. */
  stale: boolean;
  keep: () => Keep;
  /** A message of this tab is stored, in the place of another or (null) as a new one. */
  onSent: (facts: RunFacts, replaced: string | null) => void;
}): Live {
  const client = useQueryClient();
  const [budget, setBudget] = useState(input.initialBudget);
  const [gone, setGone] = useState(false);
  const latest = useRef(input);
  latest.current = input;
  const sessionId = input.session.id;

  const [sync] = useState(
    () =>
      new LiveSync(
        {
          sessionId,
          window() {
            const data = latest.current.window.read();
            return { data, live: atLiveEdge(data) };
          },
          onSession(session) {
            const known = client.getQueryData<Session>(queryKeys.session(sessionId));
            if (JSON.stringify(known) !== JSON.stringify(session)) putSession(client, session);
            const run = session.active_run_id;
            const answering = run !== null && !runFollowers.follow(run).ended;
            outbox.activeRun(sessionId, answering ? run : null);
          },
          onLatest(page) {
            setBudget(page.context_budget);
            const { window, keep } = latest.current;
            window.change((data) => mergeLatest(data, toWindowPage(page), keep()).data);
          },
          onCut: (lastSeq) => latest.current.window.change((data) => cutFrom(data, lastSeq + 1)),
          onGone: () => setGone(true),
        },
        input.stale ? null : input.session,
      ),
  );

  useEffect(() => {
    const { session, stale } = latest.current;
    // The answer that is running goes on here, once, whoever else asks for it.
    const run = session.active_run_id;
    if (run) outbox.activeRun(sessionId, runFollowers.follow(run).ended ? null : run);
    sync.start();
    if (stale) void sync.check();
    // The server has just said what the lists may not know yet: that the answer has ended, or what the title is.
    else putSession(client, session);
    return () => sync.stop();
  }, [client, sync, sessionId]);

  useEffect(
    () =>
      runFollowers.onEnd((record) => {
        const mine =
          record.facts?.sessionId === sessionId ||
          messagesOf(latest.current.window.read()).some((message) => message.run_id === record.runId);
        if (!mine) return;
        if (record.view.contextBudget) setBudget(record.view.contextBudget);
        void sync.renew();
      }),
    [sync, sessionId],
  );

  useEffect(
    () =>
      outbox.onSent(sessionId, (item, facts) => {
        sync.changedHere();
        const { window, keep, onSent } = latest.current;
        window.change((data) => {
          const base = item.replaces ? cutFrom(data, item.replaces.seq) : data;
          const seq = (messagesOf(base).at(-1)?.seq ?? 0) + 1;
          const added = [outgoingMessage(item, sessionId, seq), runningMessage(facts, seq + 1, Date.now())];
          return addLive(base, added, keep());
        });
        if (facts.contextBudget) setBudget(facts.contextBudget);
        touchSession(client, { id: sessionId, active_run_id: facts.runId });
        onSent(facts, item.replaces?.id ?? null);
      }),
    [client, sync, sessionId],
  );

  return { budget, setBudget: useCallback(setBudget, []), gone, sync };
}
