import clsx from "clsx";
import type { ReactNode } from "react";

const tones = {
  neutral: "bg-ink/6 text-ink-muted",
  accent: "bg-accent-soft text-accent",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  success: "bg-success-soft text-success",
};

export function Badge({
  tone = "neutral",
  className,
  children,
}: {
  tone?: keyof typeof tones;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        "inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-full px-2 font-medium text-xs",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
