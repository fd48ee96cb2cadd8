"use server";
import { refresh } from "next/cache";
import { attempt } from "@/app/_components/attempt";
import type { Outcome } from "@/app/_components/outcome";
import type { Actor } from "@/lib/auth/actor-type";
import type { OfferedModel } from "@/lib/db/schema/models";
import type { NewProvider, ProviderDraft, ProviderEdit } from "@/lib/models/provider-input";
import {
  chooseDefaultModel,
  editModel,
  fetchModelsOf,
  fetchStoredModels,
  offerModels,
  type StoredModelTest,
  testStoredModel,
} from "@/lib/models/provider-models";
import { addOllama, addProvider, editProvider, removeProvider } from "@/lib/models/providers";

// Who may do what, and whether the input can be used, is decided in lib: it parses what comes here.

/** The same, and the page shows what came of it. */
async function change(task: (actor: Actor) => Promise<unknown>): Promise<Outcome<null>> {
  const outcome = await attempt(async (actor) => {
    await task(actor);
    return null;
  });
  refresh();
  return outcome;
}

export async function listModelsOf(draft: ProviderDraft): Promise<Outcome<OfferedModel[]>> {
  return attempt((actor) => fetchModelsOf(actor, draft));
}

export async function listStoredModels(providerId: string): Promise<Outcome<OfferedModel[]>> {
  return attempt((actor) => fetchStoredModels(actor, providerId));
}

export async function test(providerId: string, model: string): Promise<Outcome<StoredModelTest>> {
  const outcome = await attempt((actor) => testStoredModel(actor, providerId, model));
  if (outcome.ok && outcome.value.ok && outcome.value.windowTokens !== undefined) refresh();
  return outcome;
}

export async function add(input: NewProvider): Promise<Outcome<null>> {
  return change((actor) => addProvider(actor, input));
}

export async function addFoundOllama(): Promise<Outcome<null>> {
  return change(addOllama);
}

export async function edit(providerId: string, input: ProviderEdit): Promise<Outcome<null>> {
  return change((actor) => editProvider(actor, providerId, input));
}

export async function offer(providerId: string, models: OfferedModel[]): Promise<Outcome<null>> {
  return change((actor) => offerModels(actor, providerId, models));
}

export async function saveModel(providerId: string, model: OfferedModel): Promise<Outcome<null>> {
  return change((actor) => editModel(actor, providerId, model));
}

export async function remove(providerId: string): Promise<Outcome<null>> {
  return change((actor) => removeProvider(actor, providerId));
}

export async function chooseDefault(ref: string | null): Promise<Outcome<null>> {
  return change((actor) => chooseDefaultModel(actor, ref));
}
