"use client";

import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { Button } from "@/app/_components/ui/button";
import { toast } from "@/app/_components/ui/toast";
import { addFoundOllama } from "../actions";
import { useFailureSentence } from "./use-sentences";

export function AddOllama() {
  const t = useTranslations("models");
  const sentence = useFailureSentence();
  const [pending, start] = useTransition();
  const press = () =>
    start(async () => {
      const outcome = await addFoundOllama();
      if (outcome.ok) toast.success(t("added", { name: "Ollama" }));
      else toast.error(sentence(outcome));
    });
  return (
    <Button variant="primary" onClick={press} loading={pending}>
      {t("ollamaAdd")}
    </Button>
  );
}
