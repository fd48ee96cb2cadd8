import { config } from "@/lib/config";
import { processWide } from "@/lib/process-wide";
import { environmentModels } from "./environment";

/** The models of this process's environment, read once. */
export const modelsOfEnvironment = processWide("environment-models", () => environmentModels(config()));

/** Throws a StartupError when CADAU_MODEL, CADAU_MODELS, CADAU_SUMMARY_MODEL or cadau.json name what cannot be used. */
export function checkModelConfig(): void {
  modelsOfEnvironment();
}
