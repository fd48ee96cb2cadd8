import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { CallState } from "./call";

const looks: Partial<Record<CallState, string>> = {
  failed: "bg-danger-soft text-danger",
  unknown: "bg-warning-soft text-warning",
  asking: "bg-warning-soft text-warning",
  denied: "bg-ink/6 text-ink-muted",
  broken: "bg-ink/6 text-ink-muted",
};

/** How a call stands, where that is not the usual; the others are told to those who cannot see it. */
export function StateTag({ state }: { state: CallState }) {
  const t = useTranslations("tools.state");
  const look = looks[state];
  return <Tag className={look ?? "sr-only"}>{t(state)}</Tag>;
}

export function Tag({ children, className }: { children: string; className: string }) {
  return (
    <span className={clsx("shrink-0 rounded-md px-1.5 font-medium text-xs leading-5", className)}>{children}</span>
  );
}
