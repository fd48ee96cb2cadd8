import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Session, SessionList } from "@/lib/http/contract/sessions";
import { ApiProblem } from "./api-client";
import { queryKeys, type SessionFilters } from "./query-keys";
import { type ListData, sessionsIn } from "./session-list";
import {
  changeSession,
  deleteSession,
  refreshBelow,
  refreshHead,
  type SessionNews,
  setSessionsChannel,
  takeNews,
  touchSession,
} from "./sessions-cache";

const recent: SessionFilters = { q: "", archived: false, pinned: false };
const pinned: SessionFilters = { q: "", archived: false, pinned: true };

function session(id: string, minutesAgo: number, over: Partial<Session> = {}): Session {
  const time = new Date(Date.UTC(2026, 0, 1, 12) - minutesAgo * 60_000).toISOString();
  return {
    id,
    title: id,
    agent_id: null,
    model: null,
    last_seq: 0,
    verbatim_since_seq: 1,
    summary_version: 0,
    pinned: false,
    archived: false,
    forked_from: null,
    active_run_id: null,
    created_at: time,
    updated_at: time,
    ...over,
  };
}

let client: QueryClient;
let told: SessionNews[];
/** What the server answers next, in order; a function is called when its turn comes. */
let answers: (Response | (() => Response | Promise<Response>))[];

const json = (body: unknown) => Response.json(body);
const titles = (filters: SessionFilters) => {
  const data = client.getQueryData<ListData>(queryKeys.sessions(filters));
  return data ? sessionsIn(data).map(({ title }) => title) : [];
};

beforeEach(() => {
  client = new QueryClient();
  told = [];
  answers = [];
  setSessionsChannel(client, (news) => told.push(news));
  const list = (sessions: Session[]): ListData => ({ pages: [{ sessions, next_cursor: null }], pageParams: [null] });
  client.setQueryData<ListData>(queryKeys.sessions(recent), list([session("a", 1), session("b", 2), session("c", 3)]));
  client.setQueryData<ListData>(queryKeys.sessions(pinned), list([session("p", 4, { pinned: true })]));
  vi.stubGlobal("fetch", async () => {
    const next = answers.shift();
    if (!next) throw new TypeError("fetch failed");
    return typeof next === "function" ? next() : next;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  client.clear();
});

describe("what a conversation's screen tells", () => {
  it("moves a session with a new run to the top, in the list where it belongs", () => {
    touchSession(client, { id: "c", active_run_id: "run" });
    expect(titles(recent)).toEqual(["c", "a", "b"]);
    touchSession(client, { id: "p", active_run_id: "run" });
    expect(titles(pinned)).toEqual(["p"]);
    expect(titles(recent)).toEqual(["c", "a", "b"]);
    expect(told).toHaveLength(2);
  });

  it("puts a session that no list knows on top", () => {
    touchSession(client, { id: "new", title: "Just begun", active_run_id: "run" });
    expect(titles(recent)).toEqual(["Just begun", "a", "b", "c"]);
  });

  it("changes a title where it stands", () => {
    touchSession(client, { id: "b", title: "Better" });
    expect(titles(recent)).toEqual(["a", "Better", "c"]);
  });

  it("stands above all others also where this device's clock is behind", () => {
    takeNews(client, { kind: "put", session: session("ahead", -60 * 24 * 365 * 50) });
    touchSession(client, { id: "z-last", title: "now", active_run_id: "run" });
    expect(titles(recent)[0]).toBe("now");
  });
});

describe("a change of the person's", () => {
  it("is in every list, and told to the other tabs, once it is saved", async () => {
    answers = [json(session("b", 2, { pinned: true }))];
    await changeSession(client, session("b", 2), { pinned: true });
    expect(titles(recent)).toEqual(["a", "c"]);
    expect(titles(pinned)).toEqual(["b", "p"]);
    expect(told.map(({ kind }) => kind)).toEqual(["put"]);
  });

  it("leaves the lists as the server has them when it fails", async () => {
    await expect(changeSession(client, session("b", 2), { title: "Lost" })).rejects.toBeInstanceOf(ApiProblem);
    expect(titles(recent)).toEqual(["a", "b", "c"]);
    expect(told).toEqual([]);
  });

  it("does not take back a run that began while it was on its way", async () => {
    answers = [
      () => {
        touchSession(client, { id: "b", active_run_id: "run" });
        return json(session("b", 2, { title: "Renamed" }));
      },
    ];
    await changeSession(client, session("b", 2), { title: "Renamed" });
    expect(titles(recent)).toEqual(["Renamed", "a", "c"]);
    const data = client.getQueryData<ListData>(queryKeys.sessions(recent));
    expect(data && sessionsIn(data)[0]?.active_run_id).toBe("run");
  });

  it("of one session goes out after the one before it", async () => {
    const order: string[] = [];
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    answers = [
      async () => {
        order.push("first");
        await held;
        return json(session("b", 2, { title: "First" }));
      },
      () => {
        order.push("second");
        return json(session("b", 2, { title: "Second" }));
      },
    ];
    const both = [
      changeSession(client, session("b", 2), { title: "First" }),
      changeSession(client, session("b", 2), { title: "Second" }),
    ];
    await expect.poll(() => order).toEqual(["first"]);
    release();
    await Promise.all(both);
    expect(order).toEqual(["first", "second"]);
    expect(titles(recent)).toEqual(["a", "Second", "c"]);
  });

  it("deletes for good", async () => {
    answers = [json({ deleted: true })];
    await deleteSession(client, session("b", 2));
    expect(titles(recent)).toEqual(["a", "c"]);
    expect(told).toEqual([{ kind: "removed", id: "b" }]);
  });
});

describe("reading the first page again", () => {
  const head = (sessions: Session[]): SessionList => ({ sessions, next_cursor: null });
  const signal = new AbortController().signal;

  it("takes over what happened elsewhere", async () => {
    answers = [json(head([session("c", 0), session("a", 1)]))];
    await refreshHead(client, recent, signal);
    expect(titles(recent)).toEqual(["c", "a"]);
  });

  it("drops an answer that was on its way when something was written here", async () => {
    answers = [
      () => {
        touchSession(client, { id: "b", title: "Newer" });
        return json(head([session("a", 1), session("b", 2), session("c", 3)]));
      },
      json(head([session("a", 1), session("b", 2, { title: "Newer" }), session("c", 3)])),
    ];
    await refreshHead(client, recent, signal);
    expect(titles(recent)).toEqual(["a", "Newer", "c"]);
    expect(answers).toEqual([]);
  });
});

describe("reading again what is loaded below the first page", () => {
  const signal = new AbortController().signal;
  let hide: () => void;
  beforeEach(() => {
    client.setQueryData<ListData>(queryKeys.sessions(recent), {
      pages: [
        { sessions: [session("a", 1), session("b", 2)], next_cursor: "after b" },
        { sessions: [session("c", 3), session("d", 4)], next_cursor: "after d" },
      ],
      pageParams: [null, "after b"],
    });
    const shown = { queryKey: queryKeys.sessions(recent), staleTime: Number.POSITIVE_INFINITY };
    hide = new QueryObserver(client, shown).subscribe(() => {});
  });
  afterEach(() => hide());

  it("takes over what was renamed and deleted elsewhere, and goes on from there", async () => {
    answers = [
      json({ sessions: [session("a", 1), session("b", 2)], next_cursor: "x" }),
      json({ sessions: [session("d", 4, { title: "Renamed" }), session("e", 5)], next_cursor: "after e" }),
    ];
    await refreshBelow(client, signal);
    expect(titles(recent)).toEqual(["a", "b", "Renamed", "e"]);
    const data = client.getQueryData<ListData>(queryKeys.sessions(recent));
    expect(data?.pageParams).toEqual([null, "x"]);
    expect(data?.pages.at(-1)?.next_cursor).toBe("after e");
  });

  it("ends where the list has become shorter", async () => {
    answers = [json({ sessions: [session("a", 1)], next_cursor: null })];
    await refreshBelow(client, signal);
    expect(titles(recent)).toEqual(["a"]);
  });

  it("reads once more when something was written here meanwhile", async () => {
    const all = (over: Partial<Session>) =>
      json({ sessions: [session("a", 1), session("b", 2), session("c", 3, over), session("d", 4)], next_cursor: null });
    answers = [
      () => {
        touchSession(client, { id: "c", title: "Newer" });
        return all({});
      },
      all({ title: "Newer" }),
    ];
    await refreshBelow(client, signal);
    expect(titles(recent)).toEqual(["a", "b", "Newer", "d"]);
    expect(answers).toEqual([]);
  });

  it("leaves a list alone of which no more than the first page is loaded", async () => {
    client.setQueryData<ListData>(queryKeys.sessions(recent), {
      pages: [{ sessions: [session("a", 1)], next_cursor: "after a" }],
      pageParams: [null],
    });
    await refreshBelow(client, signal);
    expect(titles(recent)).toEqual(["a"]);
  });
});
