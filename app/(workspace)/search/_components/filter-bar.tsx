"use client";

import clsx from "clsx";
import { ChevronRight, SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import { type Filters, isFiltered, NO_FILTERS } from "./filters";

export type Choice = { id: string; name: string };

/** What narrows a search down. A day that is only half typed changes nothing yet. */
export function FilterBar({
  filters,
  agents,
  sessions,
  onChange,
}: {
  filters: Filters;
  agents: readonly Choice[];
  sessions: readonly Choice[];
  onChange: (filters: Filters) => void;
}) {
  const t = useTranslations("search");
  const change = (part: Partial<Filters>) => onChange({ ...filters, ...part });
  const narrowed = isFiltered(filters);
  // A phone has no room for them beside what is found.
  const [open, setOpen] = useState(narrowed);
  return (
    <fieldset className="mt-3 min-w-0">
      <legend className="sr-only">{t("filters")}</legend>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="touch-target inline-flex items-center gap-1.5 rounded text-ink-muted text-sm hover:text-ink sm:hidden"
      >
        <SlidersHorizontal aria-hidden="true" size={15} />
        {t("filters")}
        <ChevronRight aria-hidden="true" size={15} className={clsx("transition-transform", open && "rotate-90")} />
      </button>
      <div className={clsx("grid grid-cols-2 gap-x-3 gap-y-2.5 max-sm:mt-2 sm:grid-cols-6", !open && "max-sm:hidden")}>
        <Field label={t("who")} className="sm:col-span-2">
          <Select value={filters.who} onChange={({ target }) => change({ who: whoOf(target.value) })}>
            <option value="">{t("anybody")}</option>
            <option value="user">{t("me")}</option>
            <option value="assistant">{t("assistant")}</option>
          </Select>
        </Field>
        <Field label={t("agent")} className="sm:col-span-2">
          <Select value={filters.agent} onChange={({ target }) => change({ agent: target.value })}>
            <option value="">{t("anyAgent")}</option>
            {agents.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("conversation")} className="col-span-2">
          <Select value={filters.session} onChange={({ target }) => change({ session: target.value })}>
            <option value="">{t("anyConversation")}</option>
            {sessions.map(({ id, name }) => (
              <option key={id} value={id}>
                {name || t("untitled")}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("fromDay")} className="sm:col-span-2">
          <DayInput value={filters.from} max={filters.to} onChange={(from) => change({ from })} />
        </Field>
        <Field label={t("toDay")} className="sm:col-span-2">
          <DayInput value={filters.to} min={filters.from} onChange={(to) => change({ to })} />
        </Field>
        {narrowed && (
          <div className="col-span-2 flex items-end">
            <Button variant="ghost" onClick={() => onChange({ ...NO_FILTERS, q: filters.q })}>
              {t("resetFilters")}
            </Button>
          </div>
        )}
      </div>
    </fieldset>
  );
}

const whoOf = (value: string) => (value === "user" || value === "assistant" ? value : "");

function DayInput(props: { value: string; min?: string; max?: string; onChange: (day: string) => void }) {
  const [typed, setTyped] = useState(props.value);
  useEffect(() => setTyped(props.value), [props.value]);
  return (
    <Input
      type="date"
      value={typed}
      min={props.min || undefined}
      max={props.max || undefined}
      onChange={({ target }) => {
        setTyped(target.value);
        // While a year is typed, it passes through years such as 0002.
        if (target.value === "" || target.value >= "1900") props.onChange(target.value);
      }}
    />
  );
}
