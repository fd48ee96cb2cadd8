"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import type { OfferedModel } from "@/lib/db/schema/models";
import { shortPrice, shortTokens } from "./numbers";

type Props = {
  /** What the provider says it has, and what was chosen before. */
  listed: readonly OfferedModel[];
  onList: (listed: OfferedModel[]) => void;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: Set<string>) => void;
};

/** Below this many a search would only be in the way. */
const FEW = 8;

export function ModelPicker({ listed, onList, chosen, onChoose }: Props) {
  const t = useTranslations("models");
  const [search, setSearch] = useState("");
  const words = search.toLowerCase().split(/\s+/);
  const shown = listed.filter(({ id, label = "" }) => {
    const name = `${id} ${label}`.toLowerCase();
    return words.every((word) => name.includes(word));
  });
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  const addOwn = (id: string) => {
    onList([{ id }, ...listed]);
    onChoose(new Set([...chosen, id]));
    setSearch("");
  };

  return (
    <div className="space-y-4">
      {listed.length > FEW && (
        <Field label={t("pickSearch")} hideLabel>
          <Input
            type="search"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            placeholder={t("pickSearchPlaceholder", { count: listed.length })}
            autoComplete="off"
          />
        </Field>
      )}
      {shown.length === 0 ? (
        <p className="py-2 text-[13px] text-ink-muted leading-5">
          {listed.length === 0 ? t("pickEmpty") : t("pickNothing")}
        </p>
      ) : (
        <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-control border border-line">
          {shown.map((model) => (
            <PickRow key={model.id} model={model} checked={chosen.has(model.id)} onToggle={() => toggle(model.id)} />
          ))}
        </ul>
      )}
      <OwnModel listed={listed} onAdd={addOwn} />
      <p aria-live="polite" className="text-[13px] text-ink-muted">
        {t("pickCount", { count: chosen.size })}
      </p>
    </div>
  );
}

function PickRow({ model, checked, onToggle }: { model: OfferedModel; checked: boolean; onToggle: () => void }) {
  const t = useTranslations("models");
  const format = useFormatter();
  const { id, label, window_tokens, input_price, output_price } = model;
  const facts = [
    window_tokens && t("window", { tokens: shortTokens(format, window_tokens) }),
    input_price !== undefined &&
      output_price !== undefined &&
      t("price", { input: shortPrice(format, input_price), output: shortPrice(format, output_price) }),
  ].filter(Boolean);
  return (
    <li>
      <label className="flex min-h-10 cursor-pointer items-center gap-3 px-3 py-1.5 hover:bg-ink/4 has-focus-visible:bg-ink/4">
        <input type="checkbox" checked={checked} onChange={onToggle} className="size-4 shrink-0 cursor-pointer" />
        <span className="min-w-0">
          <span className="wrap-anywhere block text-sm leading-5">{label ?? id}</span>
          {(label || facts.length > 0) && (
            <span className="wrap-anywhere block text-ink-muted text-xs leading-4">
              {[label && id, ...facts].filter(Boolean).join(" · ")}
            </span>
          )}
        </span>
      </label>
    </li>
  );
}

/** For servers that list nothing, and for models that a list keeps back. */
function OwnModel({ listed, onAdd }: { listed: readonly OfferedModel[]; onAdd: (id: string) => void }) {
  const t = useTranslations("models");
  const [name, setName] = useState("");
  const [fault, setFault] = useState<"pickOwnTaken" | "pickOwnInvalid" | null>(null);
  const add = () => {
    const id = name.trim();
    if (!/^\S{1,150}$/.test(id)) return setFault("pickOwnInvalid");
    if (listed.some((model) => model.id === id)) return setFault("pickOwnTaken");
    setName("");
    onAdd(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault(); // the form around it is not meant
    add();
  };
  return (
    <Field label={t("pickOwn")} error={fault && t(fault)}>
      <div className="flex gap-2">
        <Input
          value={name}
          onChange={({ target }) => {
            setName(target.value);
            setFault(null);
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button onClick={add} disabled={name.trim() === ""}>
          {t("pickOwnAdd")}
        </Button>
      </div>
    </Field>
  );
}
