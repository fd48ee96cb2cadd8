import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/auth/actor-type";
import { getDb } from "@/lib/db/client";
import { modelSettings } from "@/lib/db/queries/models";
import { auditLog } from "@/lib/db/schema/accounts";
import { modelProviders } from "@/lib/db/schema/models";
import type { AppError } from "@/lib/errors";
import { startScriptedProvider } from "@/test/scripted-provider";
import { freshDatabase } from "@/test/support/engine";
import { makeActor } from "@/test/support/factories";
import { openKey } from "./key-box";
import { lowerLimit } from "./limits";
import { modelsOverview } from "./overview";
import {
  chooseDefaultModel,
  editModel,
  fetchModelsOf,
  fetchStoredModels,
  offerModels,
  testStoredModel,
} from "./provider-models";
import { addProvider, editProvider, removeProvider } from "./providers";
import { defaultModelRef, hasConfiguredModel, offeredModels, resolveModel, resolveModelOrDefault } from "./registry";

const KEY = "sk-test-0123456789abcdef-WXYZ";
const failure = (task: Promise<unknown>) =>
  task.then(
    () => expect.unreachable("it should have failed"),
    (error: AppError) => ({ code: error.code, details: error.details }),
  );

let owner: Actor;
// Each test has a workspace of its own; the database is theirs together.
beforeAll(freshDatabase);
beforeEach(async () => {
  owner = await makeActor();
});

const gateway = { kind: "openai-compatible", name: "Gateway", base_url: "https://llm.example.org/v1/" } as const;
const row = async (id: string) =>
  (await (await getDb()).select().from(modelProviders).where(eq(modelProviders.id, id)))[0];

describe("a stored key", () => {
  it("is sealed in the database and never handed out, but for its last four characters", async () => {
    const { id } = await addProvider(owner, { ...gateway, api_key: ` ${KEY}\n`, models: [{ id: "m" }] });
    const stored = await row(id);
    expect(JSON.stringify(stored)).not.toContain(KEY);
    expect(openKey(id, stored?.keyEncrypted ?? "")).toBe(KEY);
    const overview = await modelsOverview(owner);
    expect(JSON.stringify(overview)).not.toContain("0123456789");
    expect(overview.providers[0]?.key).toEqual({ hint: "WXYZ" });
  });

  it("is bound to its provider: copied to another row it does not open", async () => {
    const one = await addProvider(owner, { ...gateway, api_key: KEY });
    const two = await addProvider(owner, { ...gateway, api_key: "another-key-of-some-length" });
    const sealed = (await row(one.id))?.keyEncrypted ?? "";
    await (await getDb()).update(modelProviders).set({ keyEncrypted: sealed }).where(eq(modelProviders.id, two.id));
    expect(openKey(two.id, sealed)).toBeNull();
    expect((await modelsOverview(owner)).providers[1]?.key).toBe("unreadable");
  });

  it("must be entered again for another address", async () => {
    const { id } = await addProvider(owner, { ...gateway, api_key: KEY });
    expect(await failure(editProvider(owner, id, { base_url: "https://evil.example.org/v1" }))).toMatchObject({
      code: "invalid_input",
      details: { issues: [{ path: "api_key" }] },
    });
    await editProvider(owner, id, { base_url: "https://new.example.org/v1", api_key: "a-new-key-0123456789" });
    expect(await row(id)).toMatchObject({ baseUrl: "https://new.example.org/v1" });
  });

  it("is in no audit row", async () => {
    const { id } = await addProvider(owner, { ...gateway, api_key: KEY });
    await editProvider(owner, id, { name: "Renamed", api_key: `${KEY}2` });
    await removeProvider(owner, id);
    const rows = await (await getDb()).select().from(auditLog).where(eq(auditLog.workspaceId, owner.workspaceId));
    expect(rows.map(({ action }) => action).sort()).toEqual(["provider.added", "provider.changed", "provider.removed"]);
    expect(JSON.stringify(rows)).not.toContain("0123456789");
  });
});

describe("who may", () => {
  it("change providers are owners and admins", async () => {
    const member = await makeActor({ workspaceId: owner.workspaceId, role: "member" });
    const admin = await makeActor({ workspaceId: owner.workspaceId, role: "admin" });
    const { id } = await addProvider(admin, { ...gateway, models: [{ id: "m" }] });
    for (const task of [
      () => addProvider(member, gateway),
      () => editProvider(member, id, { name: "x" }),
      () => removeProvider(member, id),
      () => offerModels(member, id, []),
      () => editModel(member, id, { id: "m" }),
      () => testStoredModel(member, id, "m"),
      () => fetchStoredModels(member, id),
      () => fetchModelsOf(member, gateway),
      () => chooseDefaultModel(member, "gateway:m"),
    ]) {
      expect(await failure(task())).toEqual({ code: "missing_role", details: { role: "admin" } });
    }
    expect(await modelsOverview(member)).toMatchObject({ providers: [], environment: [], defaultRef: "gateway:m" });
  });

  it("see a provider is only its own workspace", async () => {
    const { id } = await addProvider(owner, { ...gateway, models: [{ id: "m" }] });
    const stranger = await makeActor();
    const missing = { code: "not_found", details: { kind: "provider" } };
    expect(await failure(editProvider(stranger, id, { name: "x" }))).toEqual(missing);
    expect(await failure(removeProvider(stranger, id))).toEqual(missing);
    expect(await failure(testStoredModel(stranger, id, "m"))).toEqual(missing);
    expect(await failure(resolveModel(stranger, "gateway:m"))).toMatchObject({ code: "unknown_model" });
    expect((await modelsOverview(stranger)).providers).toEqual([]);
  });
});

describe("an address", () => {
  it.each([
    "ftp://example.org",
    "file:///etc/passwd",
    "https://user:secret@example.org/v1",
    "https://example.org/v1?key=1",
    "http://169.254.169.254/latest",
    "http://[fe80::1]/v1",
    "not an address",
  ])("is refused: %s", async (base_url) => {
    expect(await failure(addProvider(owner, { ...gateway, base_url }))).toMatchObject({
      code: "invalid_input",
      details: { issues: [{ path: "base_url" }] },
    });
  });

  it("may be this machine, and loses what people paste behind it", async () => {
    const { id } = await addProvider(owner, { ...gateway, base_url: "http://localhost:1234/v1/chat/completions" });
    expect(await row(id)).toMatchObject({ baseUrl: "http://localhost:1234/v1", slug: "gateway" });
  });

  it("is needed by an openai-compatible provider, and stays", async () => {
    expect(await failure(addProvider(owner, { kind: "openai-compatible", name: "x" }))).toMatchObject({
      code: "invalid_input",
    });
    const { id } = await addProvider(owner, gateway);
    expect(await failure(editProvider(owner, id, { base_url: null }))).toMatchObject({ code: "invalid_input" });
  });
});

describe("models on offer", () => {
  it("are the stored ones and the offline model last; windows and labels as set", async () => {
    await addProvider(owner, {
      ...gateway,
      models: [{ id: "a/b:c", label: "ABC", window_tokens: 50_000 }, { id: "claude-x" }],
    });
    const stored = { provider: "Gateway", offline: false, source: "stored" };
    expect(await offeredModels(owner)).toEqual([
      { ref: "gateway:a/b:c", label: "ABC", window_tokens: 50_000, ...stored },
      { ref: "gateway:claude-x", label: "claude-x", window_tokens: 200_000, ...stored },
      {
        ...{ ref: "offline:cadau", label: "Cadau offline", provider: "Cadau", window_tokens: 200_000 },
        ...{ offline: true, source: "built-in" },
      },
    ]);
    expect(await resolveModel(owner, "gateway:a/b:c")).toMatchObject({ windowTokens: 50_000, offline: false });
  });

  it("are not configured on a fresh installation, which answers offline", async () => {
    expect(await hasConfiguredModel(owner)).toBe(false);
    expect(await resolveModel(owner, null)).toMatchObject({ ref: "offline:cadau", offline: true });
    await addProvider(owner, { ...gateway, models: [{ id: "m" }] });
    expect(await hasConfiguredModel(owner)).toBe(true);
    expect(await defaultModelRef(owner)).toBe("gateway:m");
  });

  it("keep what was set for them when others are chosen beside them", async () => {
    const { id } = await addProvider(owner, { ...gateway, models: [{ id: "a", window_tokens: 9_000 }, { id: "b" }] });
    await editModel(owner, id, { id: "a", label: "The first", window_tokens: 12_000, input_price: 1.5 });
    await offerModels(owner, id, [
      { id: "c", window_tokens: 7_000 },
      { id: "a", window_tokens: 200_000 },
    ]);
    expect((await row(id))?.models).toEqual([
      { id: "c", window_tokens: 7_000 },
      { id: "a", label: "The first", window_tokens: 12_000, input_price: 1.5 },
    ]);
    expect(await failure(offerModels(owner, id, [{ id: "a" }, { id: "a" }]))).toMatchObject({ code: "invalid_input" });
  });

  it("never hold two of one name, also when they are added at once", async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => addProvider(owner, gateway)));
    expect(made.map(({ slug }) => slug).sort()).toEqual(["gateway", "gateway-2", "gateway-3", "gateway-4"]);
  });
});

describe("a model that is gone", () => {
  it("lets its conversations go on with the default, and is unknown to those who ask for it", async () => {
    const { id } = await addProvider(owner, { ...gateway, models: [{ id: "old" }, { id: "new" }] });
    await chooseDefaultModel(owner, "gateway:old");
    expect(await defaultModelRef(owner)).toBe("gateway:old");
    await offerModels(owner, id, [{ id: "new" }]);
    expect((await modelsOverview(owner)).chosenRef).toBeNull();
    expect(await resolveModelOrDefault(owner, "gateway:old")).toMatchObject({ ref: "gateway:new" });
    expect(await failure(resolveModel(owner, "gateway:old"))).toEqual({
      code: "unknown_model",
      details: { model: "gateway:old" },
    });
    await removeProvider(owner, id);
    expect(await resolveModelOrDefault(owner, "gateway:new")).toMatchObject({ ref: "offline:cadau" });
  });

  it("cannot be made the default", async () => {
    expect(await failure(chooseDefaultModel(owner, "gateway:nothing"))).toMatchObject({ code: "unknown_model" });
  });
});

describe("what a model was found to take", () => {
  const remembered = async (ref: string) =>
    (await modelSettings(await getDb(), owner.workspaceId)).taught[ref]?.limit_tokens;

  it("only ever sinks, whoever writes first", async () => {
    const db = await getDb();
    await Promise.all([90_000, 50_000, 70_000].map((runes) => lowerLimit(db, owner.workspaceId, "gateway:m", runes)));
    expect(await remembered("gateway:m")).toBe(40_000);
    expect(await remembered("gateway:other")).toBeUndefined();
  });

  it("is forgotten when the owner sets windows or moves the provider", async () => {
    const db = await getDb();
    const { id } = await addProvider(owner, { ...gateway, models: [{ id: "m" }] });
    await lowerLimit(db, owner.workspaceId, "gateway:m", 50_000);
    await lowerLimit(db, owner.workspaceId, "gateway-2:m", 50_000);
    await editProvider(owner, id, { name: "Only renamed" });
    expect(await remembered("gateway:m")).toBe(40_000);
    await editModel(owner, id, { id: "m", window_tokens: 64_000 });
    expect(await remembered("gateway:m")).toBeUndefined();
    expect(await remembered("gateway-2:m")).toBe(40_000);
  });
});

describe("a provider that is asked", () => {
  it("lists its models, answers a test, and says why not", async () => {
    const provider = await startScriptedProvider({ apiKey: KEY });
    const draft = { kind: "openai-compatible", base_url: provider.url } as const;
    expect(await failure(fetchModelsOf(owner, draft))).toMatchObject({
      code: "provider_failed",
      details: { reason: "unauthorized", message: "The model's provider does not accept the key (401)." },
    });
    const models = await fetchModelsOf(owner, { ...draft, api_key: KEY });
    expect(models.map(({ id }) => id)).toEqual(["scripted-large", "scripted-small", "scripted-vision"]);

    const { id } = await addProvider(owner, { ...draft, name: "Scripted", api_key: KEY, models });
    expect(await fetchStoredModels(owner, id)).toEqual(models);
    expect(await testStoredModel(owner, id, "scripted-small")).toMatchObject({ ok: true });
    provider.script({ kind: "error", status: 500, body: { error: { message: "GPU on fire" } } });
    expect(await testStoredModel(owner, id, "scripted-small")).toEqual({
      ok: false,
      fault: "server_error",
      message: "The model's provider has a fault of its own (500). It said: “GPU on fire”",
      said: "GPU on fire",
    });
    await provider.close();
  });

  it("is called with the key that was stored for it", async () => {
    const provider = await startScriptedProvider();
    const { slug } = await addProvider(owner, {
      ...gateway,
      base_url: provider.url,
      api_key: KEY,
      models: [{ id: "m" }],
    });
    const { model } = await resolveModel(owner, `${slug}:m`);
    await model.doGenerate({ prompt: [{ role: "user", content: [{ type: "text", text: "hello" }] }] });
    expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    await provider.close();
  });
});

it("opens no key under another secret", async () => {
  const { id } = await addProvider(owner, { ...gateway, api_key: KEY });
  const sealed = (await row(id))?.keyEncrypted ?? "";
  vi.resetModules();
  vi.doMock("@/lib/auth/secret", () => ({ deriveKey: () => Buffer.alloc(32, 7) }));
  const other = await import("./key-box");
  expect(other.openKey(id, sealed)).toBeNull();
  vi.doUnmock("@/lib/auth/secret");
});
