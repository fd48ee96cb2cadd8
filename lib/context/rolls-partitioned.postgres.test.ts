import { describe, vi } from "vitest";

vi.mock("@/test/support/engine", async (original) => {
  const { partitionedEngine } = await import("@/test/support/partitioned");
  return await partitionedEngine(original);
});

describe("on partitioned tables", () => import("./rolls.db.test").then(() => {}));
