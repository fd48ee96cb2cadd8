import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test as base, type Page } from "@playwright/test";
import { type Account, claimAccount, signInOverHttp } from "./accounts";
import { type Api, apiClient } from "./api";
import { type Provider, providerControl } from "./provider";
import { PASSWORD, readState, type SeededName, type Seeds } from "./state";

type Server = { url: string; seeds: Seeds; claims: string };

type Fixtures = {
  /** The product that this project tests. */
  server: Server;
  /** An account of this test alone, with nothing in it. */
  account: Account;
  /** A page on which `account` is signed in; nothing is opened yet. */
  signedIn: Page;
  /** The API on behalf of whoever is signed in on `page`. */
  api: Api;
  provider: Provider;
  /**
   * Signs `page` in as the reader of a seeded conversation: short (100 messages), long (5,000), locomo (a real talk of
   * months), tools (calls of every kind). `copy` is theirs and this test's alone; the original is shared, only to be read.
   */
  reading(name: SeededName): Promise<{ sessionId: string; copy(): Promise<string> }>;
};

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the first argument destructured
  server: async ({}, use, { project }) => {
    const { servers, runDir } = readState();
    const engine = project.name === "postgres" ? "postgres" : "pglite";
    const server = servers[engine];
    if (!server) throw new Error(`No server was started for the project ${project.name}.`);
    const claims = join(runDir, `claims-${engine}`);
    mkdirSync(claims, { recursive: true });
    await use({ ...server, claims });
  },
  baseURL: ({ server }, use) => use(server.url),
  account: ({ server }, use) => use(claimAccount(server.claims, server.seeds)),
  signedIn: async ({ page, server, account }, use) => {
    await signInOverHttp(page.request, server.url, account);
    await use(page);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the first argument destructured
  provider: ({}, use) => use(providerControl(readState().providerUrl)),
  api: ({ page, server, provider }, use) => use(apiClient(page.request, server.url, provider)),
  reading: async ({ page, server, api }, use, testInfo) => {
    await use(async (name) => {
      const seeded = server.seeds.conversations[name];
      testInfo.skip(!seeded, `needs the data of ${name}, which is not on this machine`);
      if (!seeded) throw new Error("unreachable: the test was skipped");
      await signInOverHttp(page.request, server.url, { email: seeded.email, password: PASSWORD });
      return {
        sessionId: seeded.sessionId,
        async copy() {
          const newest = (await api.history(seeded.sessionId, { limit: 1 })).messages.at(-1);
          if (!newest) throw new Error(`The ${name} conversation is empty.`);
          return (await api.fork(seeded.sessionId, newest.id)).id;
        },
      };
    });
  },
});

export const expect = test.expect;
