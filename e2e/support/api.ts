import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import type { z } from "zod";
import { Compacted, SessionContext } from "@/lib/http/contract/context";
import { HistoryPage, Message, TurnPage } from "@/lib/http/contract/messages";
import { Run, SendAnswer, type SendBody } from "@/lib/http/contract/runs";
import { Session, SessionList } from "@/lib/http/contract/sessions";
import type { Provider } from "./provider";

export type Api = ReturnType<typeof apiClient>;
type Query = Record<string, string | number | boolean>;

/** The public API on behalf of whoever's cookie `request` carries; each answer is checked against the contract. */
export function apiClient(request: APIRequestContext, baseUrl: string, provider: Provider) {
  async function call<T extends z.ZodType>(
    method: "GET" | "POST" | "PATCH" | "DELETE",
    path: string,
    shape: T,
    { query = {}, body }: { query?: Query; body?: unknown } = {},
  ): Promise<z.infer<T>> {
    const response = await request.fetch(`${baseUrl}/api/v1${path}`, {
      method,
      params: query,
      headers: { origin: baseUrl },
      ...(body !== undefined && { data: body }),
    });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return shape.parse(await response.json());
  }

  const send = (body: Omit<z.input<typeof SendBody>, "stream">) =>
    call("POST", "/chat/send", SendAnswer, { body: { ...body, stream: false } });

  return {
    call,
    send,
    sessions: (query?: Query) => call("GET", "/chat/sessions", SessionList, query && { query }),
    session: (id: string) => call("GET", `/chat/sessions/${id}`, Session),
    createSession: (title: string) => call("POST", "/chat/sessions", Session, { body: { title } }),
    history: (sessionId: string, query: Query = {}) =>
      call("GET", "/chat/history", HistoryPage, { query: { session_id: sessionId, ...query } }),
    turns: (sessionId: string, query: Query = {}) =>
      call("GET", "/chat/history/turns", TurnPage, { query: { session_id: sessionId, ...query } }),
    message: (id: string) => call("GET", `/chat/messages/${id}`, Message),
    run: (id: string) => call("GET", `/chat/runs/${id}`, Run),
    stop: (runId: string) => call("POST", `/chat/runs/${runId}/stop`, Run),
    context: (sessionId: string, query: Query = {}) =>
      call("GET", `/chat/sessions/${sessionId}/context`, SessionContext, { query }),
    compact: (sessionId: string) => call("POST", `/chat/sessions/${sessionId}/compact`, Compacted, { body: {} }),
    fork: (sessionId: string, messageId: string) =>
      call("POST", `/chat/sessions/${sessionId}/fork`, Session, { body: { message_id: messageId } }),

    /**
     * A conversation of these questions and answers, held with the scripted provider. For more than some tens of
     * messages take a seeded one.
     */
    async converse(turns: readonly (readonly [question: string, answer: string])[]): Promise<string> {
      let sessionId: string | undefined;
      for (const [question, answer] of turns) {
        await provider.rule(question, answer, 1);
        const sent = await send({
          ...(sessionId !== undefined && { session_id: sessionId }),
          message: { text: question },
        });
        sessionId = sent.session_id;
      }
      return sessionId ?? (await this.createSession("An empty conversation")).id;
    },
  };
}

/** A word that no other test has. */
export const uniqueWord = () => `w${randomUUID().slice(0, 8)}`;
