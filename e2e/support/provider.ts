import { expect } from "@playwright/test";
import type { ReplyInput } from "@/test/scripted-provider/reply";
import type { SummaryReplyInput } from "@/test/scripted-provider/summariser";

/** What the scripted provider remembers of a request. Times are `Date.now()`. */
export type ProviderRequest = {
  path: string;
  body: unknown;
  userText: string;
  receivedAt: number;
  answeredAt: number | null;
  closedByClientAt: number | null;
};

export type Provider = ReturnType<typeof providerControl>;

/**
 * The scripted provider behind all tests of a run, which go on at the same time: name your messages so that no other
 * test has the same words. Most scripts need no rule, only a message such as `#slow 40x25` (see its vocabulary).
 */
export function providerControl(url: string) {
  const control = url.replace(/\/v1$/, "/control");
  const call = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${control}${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  return {
    url,
    /** Messages that contain these words are answered so, `times` times or always. */
    async rule(contains: string, reply: ReplyInput, times?: number): Promise<void> {
      await call("/rules", { method: "POST", body: JSON.stringify({ contains, reply, times }) });
    },
    /** The answers to messages that contain these words, one of which is being written or will be, go on at once. */
    async hurry(contains: string): Promise<void> {
      const hurried = async () => {
        const response = await call("/hurry", { method: "POST", body: JSON.stringify({ contains }) });
        return ((await response.json()) as { hurried: number }).hurried;
      };
      await expect.poll(hurried).toBeGreaterThan(0);
    },
    /** The requests whose newest user message contains these words, oldest first. */
    async requests(contains: string): Promise<ProviderRequest[]> {
      const response = await call(`/requests?${new URLSearchParams({ contains })}`);
      return (await response.json()) as ProviderRequest[];
    },
    /** Requests for a summary of what contains these words are answered so. */
    async summaryRule(contains: string, reply: SummaryReplyInput, times?: number): Promise<void> {
      await call("/summaries", { method: "POST", body: JSON.stringify({ contains, reply, times }) });
    },
    /** Such a rule is no more, and what it held goes on. */
    async dropSummaryRule(contains: string): Promise<void> {
      await call(`/summaries?${new URLSearchParams({ contains })}`, { method: "DELETE" });
    },
  };
}
