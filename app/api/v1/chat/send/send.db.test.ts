import { createParser } from "eventsource-parser";
import { beforeAll, describe, expect, test } from "vitest";
import { GET as getRun } from "@/app/api/v1/chat/runs/[id]/route";
import { POST as stopRun } from "@/app/api/v1/chat/runs/[id]/stop/route";
import { GET as streamRun } from "@/app/api/v1/chat/runs/[id]/stream/route";
import { createToken } from "@/lib/auth/tokens";
import { applyChunk, emptyDraft, type MessageDraft } from "@/lib/chat/runs/reduce";
import { runs } from "@/lib/chat/runs/registry";
import { requestsAbout, textOfDraft, until, withChat } from "@/test/support/chat";
import { makeActor } from "@/test/support/factories";
import { POST as send } from "./route";

const { provider } = withChat();
let authorization: string;
beforeAll(async () => {
  const { token } = await createToken(await makeActor(), { name: "test", scopes: ["read", "write"] });
  authorization = `Bearer ${token}`;
});

type Handler = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>;

function call(handler: Handler, { body, id, query = "" }: { body?: unknown; id?: string; query?: string }) {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const headers = { authorization, "content-type": "application/json" };
  return handler(new Request(`http://localhost/api/v1/x${query}`, { ...init, headers }), {
    params: Promise.resolve({ id }),
  });
}

/** Reads events until `enough`, then goes away as a closed tab does. */
async function read(response: Response, enough: (draft: MessageDraft) => boolean = () => false) {
  let draft = emptyDraft;
  let last = "0";
  let done = false;
  const parser = createParser({
    onEvent({ id, data }) {
      if (data === "[DONE]") done = true;
      else draft = applyChunk(draft, JSON.parse(data));
      last = id ?? last;
    },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) break;
    parser.feed(next.value);
    if (enough(draft)) {
      await reader?.cancel();
      break;
    }
  }
  return { draft, last, done };
}

const runIdOf = (draft: MessageDraft) => String(draft.metadata.run_id);

describe("over HTTP", () => {
  test("a send streams its answer to the end", async () => {
    const response = await call(send, { body: { message: { text: "#slow 10x10 over the wire" } } });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const { draft, done } = await read(response);
    expect([done, draft.state, draft.metadata.status]).toEqual([true, "finished", "complete"]);
    expect(textOfDraft(draft)).toBe("w1 w2 w3 w4 w5 w6 w7 w8 w9 w10");
    expect(draft.metadata.context_budget).toMatchObject({
      used_runes: expect.any(Number),
      limit_runes: expect.any(Number),
    });
  });

  test("a closed tab does not stop the answer; another one goes on where it left", async () => {
    const response = await call(send, { body: { message: { text: "#slow 40x15 two tabs" } } });
    const first = await read(response, (draft) => textOfDraft(draft).length > 20);
    const id = runIdOf(first.draft);
    await until(() => runs().active.get(id)?.followers.size === 0);
    const rest = await read(await call(streamRun, { id, query: `?after=${first.last}` }));
    const whole = await read(await call(streamRun, { id }));
    expect(textOfDraft(whole.draft).split(" ")).toHaveLength(40);
    expect(textOfDraft(first.draft) + textOfDraft(rest.draft)).toBe(textOfDraft(whole.draft));
    expect(await (await call(getRun, { id })).json()).toMatchObject({ id, status: "complete", error: null });
    expect(requestsAbout(provider(), "two tabs")[0]?.closedByClientAt).toBeNull();
  });

  test("a stop answers with the run as it ended", async () => {
    const response = await call(send, { body: { message: { text: "#slow 2000x20 stop it" } } });
    const { draft } = await read(response, (now) => textOfDraft(now).length > 5);
    const stopped = await call(stopRun, { id: runIdOf(draft), body: {} });
    expect(await stopped.json()).toMatchObject({ status: "stopped", ended_at: expect.any(String) });
    await until(() => requestsAbout(provider(), "stop it")[0]?.closedByClientAt != null);
  });

  test("without a stream the answer comes as JSON", async () => {
    const response = await call(send, {
      body: { message: { parts: [{ type: "text", text: "#say Plain." }] }, stream: false },
    });
    expect(await response.json()).toMatchObject({ message: { role: "assistant", text: "Plain.", status: "complete" } });
  });

  test("a second send is refused with the run that is in its way", async () => {
    const { draft } = await read(
      await call(send, { body: { message: { text: "#slow 2000x20 busy" } } }),
      (now) => now.messageId !== null,
    );
    const { session_id, run_id } = draft.metadata;
    const refused = await call(send, { body: { session_id, message: { text: "me too" } } });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "run_active", run_id });
    await call(stopRun, { id: String(run_id), body: {} });
  });
});
