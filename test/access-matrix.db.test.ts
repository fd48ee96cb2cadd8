import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, test } from "vitest";
import { sealSession, sessionCookie } from "@/lib/auth/session-cookie";
import { type Ids, makePerson, makeWorld, rowsOfPerson, SECRET, unknownIds, type World } from "./support/access-world";
import { call, type Given } from "./support/call";
import { freshDatabase } from "./support/engine";
import { calls } from "./support/routes";

// Every call that stands in a route file × who may ask. What a call is asked with stands in this table; a route
// without a row here fails.

type Row = {
  /** The request, about the things with these ids. */
  ask: (ids: Ids) => Given;
  /** The owner's answer. */
  own: number;
  /** `thing`: about something with an id, 404 for all others. `caller`: about the caller's own. `public`: for everybody. */
  about: "thing" | "caller" | "public";
  /** For owners and admins alone: members of the workspace are told so, whatever they ask for. */
  role?: "admin";
  /** Requests about something of one's own that name something of another's in the second place. */
  mixed?: (mine: Ids, theirs: Ids) => Given;
};

const TABLE: Record<string, Row> = {
  "GET /chat/sessions": { ask: () => ({}), own: 200, about: "caller" },
  "POST /chat/sessions": { ask: () => ({ body: { title: "New" } }), own: 201, about: "caller" },
  "GET /chat/sessions/{id}": { ask: ({ session }) => ({ params: { id: session } }), own: 200, about: "thing" },
  "PATCH /chat/sessions/{id}": {
    ask: ({ session }) => ({ params: { id: session }, body: { title: "Renamed", pinned: true } }),
    own: 200,
    about: "thing",
  },
  "DELETE /chat/sessions/{id}": { ask: ({ session }) => ({ params: { id: session } }), own: 200, about: "thing" },
  "POST /chat/sessions/{id}/fork": {
    ask: ({ session, message }) => ({ params: { id: session }, body: { message_id: message } }),
    own: 201,
    about: "thing",
    mixed: (mine, theirs) => ({ params: { id: mine.session }, body: { message_id: theirs.message } }),
  },
  "GET /chat/sessions/{id}/context": {
    ask: ({ session }) => ({ params: { id: session } }),
    own: 200,
    about: "thing",
  },
  "POST /chat/sessions/{id}/compact": {
    ask: ({ session }) => ({ params: { id: session }, body: {} }),
    own: 200,
    about: "thing",
  },
  "GET /chat/history": {
    ask: ({ session }) => ({ query: { session_id: session } }),
    own: 200,
    about: "thing",
    mixed: (mine, theirs) => ({ query: { session_id: mine.session, around: theirs.message } }),
  },
  "GET /chat/history/turns": { ask: ({ session }) => ({ query: { session_id: session } }), own: 200, about: "thing" },
  "GET /chat/search": {
    ask: ({ session }) => ({ query: { q: "lighthouse", session_id: session } }),
    own: 200,
    about: "thing",
  },
  "GET /chat/messages/{id}": { ask: ({ message }) => ({ params: { id: message } }), own: 200, about: "thing" },
  "POST /chat/truncate": {
    ask: ({ session, message }) => ({ body: { session_id: session, message_id: message } }),
    own: 200,
    about: "thing",
    mixed: (mine, theirs) => ({ body: { session_id: mine.session, message_id: theirs.message } }),
  },
  "POST /chat/truncate/{truncation_id}/undo": {
    ask: ({ truncation }) => ({ params: { truncation_id: truncation } }),
    own: 200,
    about: "thing",
  },
  "POST /chat/send": {
    ask: ({ session }) => ({ body: { session_id: session, message: { text: "And now?" }, stream: false } }),
    own: 200,
    about: "thing",
    mixed: (mine, theirs) => ({
      body: { session_id: mine.session, message: { text: "Again" }, replace_from: theirs.message, stream: false },
    }),
  },
  "GET /chat/runs/{id}": { ask: ({ run }) => ({ params: { id: run } }), own: 200, about: "thing" },
  "GET /chat/runs/{id}/stream": { ask: ({ run }) => ({ params: { id: run } }), own: 200, about: "thing" },
  "POST /chat/runs/{id}/stop": { ask: ({ run }) => ({ params: { id: run } }), own: 200, about: "thing" },
  "POST /chat/runs/{id}/approvals": {
    ask: ({ run }) => ({ params: { id: run }, body: { tool_call_id: "call_1", allow: true } }),
    own: 409,
    about: "thing",
  },
  "GET /agents": { ask: () => ({}), own: 200, about: "caller" },
  "POST /agents": { ask: () => ({ body: { name: "New" } }), own: 201, about: "caller" },
  "GET /agents/{id}": { ask: ({ agent }) => ({ params: { id: agent } }), own: 200, about: "thing" },
  "PATCH /agents/{id}": {
    ask: ({ agent }) => ({ params: { id: agent }, body: { name: "Renamed", archived: true } }),
    own: 200,
    about: "thing",
  },
  "DELETE /agents/{id}": {
    ask: ({ agent }) => ({ params: { id: agent }, query: { memory: "delete" } }),
    own: 200,
    about: "thing",
  },
  "POST /agents/{id}/duplicate": {
    ask: ({ agent }) => ({ params: { id: agent }, body: {} }),
    own: 201,
    about: "thing",
  },
  "GET /agents/{id}/memory/notes": { ask: ({ agent }) => ({ params: { id: agent } }), own: 200, about: "thing" },
  "GET /agents/{id}/memory/notes/{date}": {
    ask: ({ agent }) => ({ params: { id: agent, date: "2026-03-02" } }),
    own: 200,
    about: "thing",
  },
  "PATCH /agents/{id}/memory/notes/{date}": {
    ask: ({ agent }) => ({ params: { id: agent, date: "2026-03-03" }, body: { text: "Mine", base_hash: null } }),
    own: 200,
    about: "thing",
  },
  "GET /agents/{id}/memory/entries": { ask: ({ agent }) => ({ params: { id: agent } }), own: 200, about: "thing" },
  "POST /agents/{id}/memory/entries": {
    ask: ({ agent }) => ({ params: { id: agent }, body: { title: "New" } }),
    own: 201,
    about: "thing",
  },
  "GET /agents/{id}/memory/entries/{entry_id}": {
    ask: ({ agent, entry }) => ({ params: { id: agent, entry_id: entry } }),
    own: 200,
    about: "thing",
    mixed: (mine, theirs) => ({ params: { id: mine.agent, entry_id: theirs.entry } }),
  },
  "PATCH /agents/{id}/memory/entries/{entry_id}": {
    ask: ({ agent, entry }) => ({ params: { id: agent, entry_id: entry }, body: { pinned: true } }),
    own: 200,
    about: "thing",
    mixed: (mine, theirs) => ({ params: { id: mine.agent, entry_id: theirs.entry }, body: { pinned: true } }),
  },
  "DELETE /agents/{id}/memory/entries/{entry_id}": {
    ask: ({ agent, entry }) => ({ params: { id: agent, entry_id: entry } }),
    own: 200,
    about: "thing",
    mixed: (mine, theirs) => ({ params: { id: mine.agent, entry_id: theirs.entry } }),
  },
  "GET /agents/{id}/memory/entries/{entry_id}/history": {
    ask: ({ agent, entry }) => ({ params: { id: agent, entry_id: entry } }),
    own: 200,
    about: "thing",
    mixed: (mine, theirs) => ({ params: { id: mine.agent, entry_id: theirs.entry } }),
  },
  "GET /agents/{id}/memory/search": {
    ask: ({ agent }) => ({ params: { id: agent }, query: { q: "tea" } }),
    own: 200,
    about: "thing",
  },
  "GET /agents/{id}/memory/export": { ask: ({ agent }) => ({ params: { id: agent } }), own: 200, about: "thing" },
  "POST /agents/{id}/memory/import": {
    // An archive of nothing.
    ask: ({ agent }) => ({
      params: { id: agent },
      body: `PK\u0005\u0006${"\0".repeat(18)}`,
      headers: { "content-type": "application/zip" },
    }),
    own: 200,
    about: "thing",
  },
  "GET /mcp-servers": { ask: () => ({}), own: 200, about: "caller", role: "admin" },
  "POST /mcp-servers": {
    ask: () => ({ body: { name: "new", url: "https://mcp.example.org/mcp" } }),
    own: 201,
    about: "caller",
    role: "admin",
  },
  "GET /mcp-servers/{id}": {
    ask: ({ server }) => ({ params: { id: server } }),
    own: 200,
    about: "thing",
    role: "admin",
  },
  "PATCH /mcp-servers/{id}": {
    ask: ({ server }) => ({ params: { id: server }, body: { name: "renamed", enabled: false } }),
    own: 200,
    about: "thing",
    role: "admin",
  },
  "DELETE /mcp-servers/{id}": {
    ask: ({ server }) => ({ params: { id: server } }),
    own: 200,
    about: "thing",
    role: "admin",
  },
  "POST /mcp-servers/{id}/test": {
    ask: ({ server }) => ({ params: { id: server } }),
    own: 200,
    about: "thing",
    role: "admin",
  },
  "POST /files": {
    ask: () => ({ query: { name: "new.txt" }, bytes: new Uint8Array([104, 105]) }),
    own: 201,
    about: "caller",
  },
  "GET /files/{id}": { ask: ({ file }) => ({ params: { id: file } }), own: 200, about: "thing" },
  "GET /files/{id}/info": { ask: ({ file }) => ({ params: { id: file } }), own: 200, about: "thing" },
  "DELETE /files/{id}": { ask: ({ file }) => ({ params: { id: file } }), own: 200, about: "thing" },
  "GET /agents/{id}/files": { ask: ({ agent }) => ({ params: { id: agent } }), own: 200, about: "thing" },
  "POST /agents/{id}/files": {
    ask: ({ agent, file }) => ({ params: { id: agent }, body: { file_id: file } }),
    own: 201,
    about: "thing",
    mixed: (mine, theirs) => ({ params: { id: mine.agent }, body: { file_id: theirs.file } }),
  },
  "DELETE /agents/{id}/files/{file_id}": {
    ask: ({ agent, known }) => ({ params: { id: agent, file_id: known } }),
    own: 200,
    about: "thing",
    mixed: (mine, theirs) => ({ params: { id: mine.agent, file_id: theirs.known } }),
  },
  "GET /health": { ask: () => ({}), own: 200, about: "public" },
  "GET /ready": { ask: () => ({}), own: 200, about: "public" },
  // For this machine only, and a request without a connection comes from nowhere.
  "GET /metrics": { ask: () => ({}), own: 401, about: "public" },
  "GET /openapi.json": { ask: () => ({}), own: 200, about: "public" },
};

const all = (await calls()).map((found) => ({ ...found, name: `${found.method} ${found.path}` }));
const rowOf = (name: string): Row => {
  const row = TABLE[name];
  if (!row) {
    throw new Error(
      `${name} has no row in the access matrix. Add one to TABLE in test/access-matrix.db.test.ts: how it is asked with somebody's ids, ` +
        "the owner's status, and whether it is about a thing, the caller or for the public.",
    );
  }
  return row;
};

// What is refused changes nothing, so that one world is enough for all refusals.
let world: World;
beforeAll(async () => {
  await freshDatabase();
  world = await makeWorld();
});

test("the table has no row for a call that is gone", () => {
  expect(Object.keys(TABLE).filter((name) => !all.some((found) => found.name === name))).toEqual([]);
});

/** All of an answer that a caller could tell two answers apart by. */
async function visible(response: Response) {
  const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
  return { status: response.status, headers, body: await response.text() };
}
const problem = (response: Response): Promise<{ code?: string }> => response.json();

describe.each(all)("$name", ({ name, handler, contract }) => {
  const row = rowOf(name);
  const ask = (given: Given) => call(handler, contract, given);

  /** Fails when any row of the owner's is another after `task`. */
  async function untouched(task: () => Promise<void>): Promise<void> {
    const before = await rowsOfPerson(world.owner);
    await task();
    expect(await rowsOfPerson(world.owner)).toEqual(before);
  }

  test("refuses other sites, whoever asks", async () => {
    const given = row.ask(world.owner.ids);
    const cookie = `${sessionCookie().name}=${await sealSession({ userId: world.owner.actor.userId, epoch: 0 })}`;
    await untouched(async () => {
      for (const origin of ["https://evil.example", "http://localhost:3001", "null"]) {
        for (const credentials of [{ token: world.owner.token }, { headers: { cookie } }, {}]) {
          const response = await ask({ ...given, ...credentials, headers: { ...credentials.headers, origin } });
          expect([response.status, (await problem(response)).code]).toEqual([403, "foreign_origin"]);
        }
      }
    });
  });

  if (row.about === "public") {
    test("answers everybody alike", async () => {
      expect((await ask(row.ask(unknownIds()))).status).toBe(row.own);
    });
    return;
  }

  test("asks strangers to sign in", async () => {
    await untouched(async () => {
      for (const token of [undefined, "cad_wrong", `cad_${"A".repeat(43)}`]) {
        const response = await ask({ ...row.ask(world.owner.ids), token });
        expect([response.status, (await problem(response)).code]).toEqual([401, "unauthenticated"]);
      }
    });
  });

  test("needs the scope that its contract names", async () => {
    const scope = contract.access ?? "read";
    await untouched(async () => {
      const token = await world.owner.tokenWithout(scope);
      const response = await ask({ ...row.ask(world.owner.ids), token });
      expect(await problem(response)).toMatchObject({ status: 403, code: "missing_scope", scope });
    });
  });

  const others = () => (row.role ? [world.stranger] : [world.colleague, world.stranger]);
  if (row.role) {
    test("tells members that it is not for them", async () => {
      await untouched(async () => {
        for (const ids of [world.owner.ids, unknownIds()]) {
          const response = await ask({ ...row.ask(ids), token: world.colleague.token });
          expect(await problem(response)).toMatchObject({ status: 403, code: "missing_role", role: row.role });
        }
      });
    });
  }

  if (row.about === "thing") {
    test("answers others as if it were not there, and does nothing", async () => {
      await untouched(async () => {
        for (const { token } of others()) {
          const foreign = await visible(await ask({ ...row.ask(world.owner.ids), token }));
          const unknown = await visible(await ask({ ...row.ask(unknownIds()), token }));
          expect(foreign.status).toBe(404);
          expect(foreign).toEqual(unknown);
        }
      });
    });
  } else {
    test("shows others nothing of the owner's, and changes nothing of it", async () => {
      await untouched(async () => {
        for (const { token } of others()) {
          const response = await ask({ ...row.ask(world.owner.ids), token });
          expect(response.status).toBe(row.own);
          expect(await response.text()).not.toMatch(new RegExp(`${SECRET}|${world.owner.ids.session}`));
        }
      });
    });
  }

  const { mixed } = row;
  if (mixed) {
    test("does not take another's message into a conversation of one's own", async () => {
      await untouched(async () => {
        for (const { token, ids } of [world.colleague, world.stranger]) {
          const foreign = await visible(await ask({ ...mixed(ids, world.owner.ids), token }));
          const unknown = await visible(await ask({ ...mixed(ids, { ...unknownIds(), message: uuidv7() }), token }));
          expect(foreign.status).toBe(404);
          expect(foreign).toEqual(unknown);
        }
      });
    });
  }

  test("answers the owner, by token and by cookie", async () => {
    for (const by of ["token", "cookie"]) {
      const owner = await makePerson();
      const cookie = `${sessionCookie().name}=${await sealSession({ userId: owner.actor.userId, epoch: 0 })}`;
      const given = row.ask(owner.ids);
      const headers = { ...given.headers, cookie, origin: "http://localhost:3000" };
      const response = await ask({ ...given, ...(by === "token" ? { token: owner.token } : { headers }) });
      expect(response.status).toBe(row.own);
      await response.text();
    }
  });
});
