"use client";

import { type Messages, useLocale } from "next-intl";
import { type ReactNode, use } from "react";
import type { Locale } from "@/lib/auth/actor-type";
import { AddMessages } from "./add-messages";
import { surely } from "./surely";

type Lazy = "tools" | "search";
type Load = () => Promise<Partial<Messages>>;

/** Words that most pages do without. They come with the code that says them. */
const files: Record<Lazy, Record<Locale, Load>> = {
  tools: {
    en: surely(() => import("@/messages/en/tools.json").then((words) => ({ tools: words.default }))),
    "zh-CN": surely(() => import("@/messages/zh-CN/tools.json").then((words) => ({ tools: words.default }))),
  },
  search: {
    en: surely(() => import("@/messages/en/search.json").then((words) => ({ search: words.default }))),
    "zh-CN": surely(() => import("@/messages/zh-CN/search.json").then((words) => ({ search: words.default }))),
  },
};

const loaded = new Map<Load, Promise<Partial<Messages>>>();

/** The same promise each time, so that React knows it again. */
function once(load: Load): Promise<Partial<Messages>> {
  const words = loaded.get(load) ?? load();
  loaded.set(load, words);
  return words;
}

/** Gives what is below the words of this namespace; suspends until they are there. */
export function LazyWords({ of, children }: { of: Lazy; children: ReactNode }) {
  const locale = useLocale();
  return <AddMessages messages={use(once(files[of][locale]))}>{children}</AddMessages>;
}
