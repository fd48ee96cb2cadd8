import { fc, test } from "@fast-check/vitest";
import { expect, it } from "vitest";
import type { SearchHit } from "@/lib/http/contract/search";
import { groupHits, MOST_OF_ONE } from "./group-hits";

let made = 0;
const hit = (session: string): SearchHit => ({
  session_id: session,
  session_title: session,
  agent_id: null,
  message_id: `m${++made}`,
  seq: made,
  role: "user",
  created_at: "2026-03-01T00:00:00.000Z",
  snippet: "",
  score: 1,
});

it("hits of one conversation stand together, where its best one is", () => {
  const groups = groupHits([[hit("a"), hit("b"), hit("a"), hit("a"), hit("a")]]);
  expect(groups.map(({ session, hits, more }) => [session, hits.length, more])).toEqual([
    ["a", MOST_OF_ONE, true],
    ["b", 1, false],
  ]);
});

const pages = fc.array(fc.array(fc.constantFrom("a", "b", "c", "d").map(hit), { maxLength: 8 }), { maxLength: 5 });
test.prop([pages])("another page moves nothing that is shown", (all) => {
  const before = groupHits(all.slice(0, -1));
  const after = groupHits(all);
  expect(after.slice(0, before.length).map(({ session, hits }) => [session, hits])).toEqual(
    before.map(({ session, hits }) => [session, hits]),
  );
});
