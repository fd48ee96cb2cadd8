import { beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { findMember } from "@/lib/db/queries/workspaces";
import { freshDatabase } from "@/test/support/engine";
import { makeActor } from "@/test/support/factories";
import { letGo } from "./leaving";

let owner: Actor;
beforeEach(async () => {
  await freshDatabase();
  owner = await makeActor();
});

test("a member may go by themselves, and be taken out by an admin, not by another member", async () => {
  const [one, two] = [await makeActor(), await makeActor()];
  const { workspaceId } = owner;
  const first = await makeActor({ workspaceId, role: "member" });
  const second = await makeActor({ workspaceId, role: "member" });
  await expect(letGo(first, second.userId)).rejects.toMatchObject({ code: "missing_role" });
  await expect(letGo(one, two.userId)).rejects.toMatchObject({ code: "not_found" });
  await letGo(first, first.userId);
  await letGo(owner, second.userId);
  const db = await getDb();
  expect(await findMember(db, workspaceId, first.userId)).toBeUndefined();
  expect(await findMember(db, workspaceId, second.userId)).toBeUndefined();
});
