"use client";

import { type ReactNode, useId } from "react";

/** One of several ways, with what it means. */
export function Choice({
  name,
  label,
  hint,
  checked,
  disabled = false,
  onChoose,
}: {
  name: string;
  label: ReactNode;
  hint: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
}) {
  const id = useId();
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-card border border-line bg-surface px-4 py-3 hover:border-line-strong has-checked:border-accent">
      <input
        type="radio"
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        className="mt-1 size-4 shrink-0"
      />
      <span className="min-w-0">
        <span id={`${id}-label`} className="block font-medium text-sm">
          {label}
        </span>
        <span id={`${id}-hint`} className="mt-0.5 block text-[13px] text-ink-muted leading-5">
          {hint}
        </span>
      </span>
    </label>
  );
}
