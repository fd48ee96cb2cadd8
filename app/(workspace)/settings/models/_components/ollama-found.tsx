import { getTranslations } from "next-intl/server";
import type { Actor } from "@/lib/auth/actor-type";
import { ollamaToOffer } from "@/lib/models/overview";
import { AddOllama } from "./add-ollama";
import { KindMark } from "./kind-mark";

/** Offers the Ollama of this machine where there is one that nobody added. */
export async function OllamaFound({ actor }: { actor: Actor }) {
  const count = await ollamaToOffer(actor);
  if (count === null) return null;
  const t = await getTranslations("models");
  return (
    <section className="flex flex-col gap-3.5 rounded-card border border-accent/35 bg-accent-soft/50 px-4 py-3.5 sm:flex-row sm:items-center">
      <div className="flex min-w-0 flex-1 items-start gap-3.5">
        <KindMark kind="openai-compatible" local />
        <div className="min-w-0">
          <h2 className="font-medium text-sm leading-5">{t("ollamaTitle")}</h2>
          <p className="mt-0.5 text-pretty text-[13px] text-ink-muted leading-5">{t("ollamaBody", { count })}</p>
        </div>
      </div>
      <AddOllama />
    </section>
  );
}
