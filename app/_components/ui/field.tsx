"use client";

import clsx from "clsx";
import { createContext, type ReactNode, useContext, useId } from "react";

type FieldIds = { control: string; hint: string | undefined; error: string | undefined };
const FieldContext = createContext<FieldIds | null>(null);

/** What a control inside a Field takes from it: its id, its description and whether it is wrong. */
export function useFieldProps(): { id?: string; "aria-describedby"?: string; "aria-invalid"?: true } {
  const ids = useContext(FieldContext);
  if (!ids) return {};
  const described = [ids.error, ids.hint].filter(Boolean).join(" ");
  return {
    id: ids.control,
    ...(described && { "aria-describedby": described }),
    ...(ids.error && { "aria-invalid": true as const }),
  };
}

export type FieldProps = {
  label: ReactNode;
  /** What to know before filling it in. */
  hint?: ReactNode;
  /** What is wrong with it; announced when it appears. */
  error?: ReactNode;
  /** Small words at the right of the label, such as “optional”. */
  aside?: ReactNode;
  hideLabel?: boolean;
  className?: string;
  /** One control: Input, Textarea, Select. */
  children: ReactNode;
};

export function Field({ label, hint, error, aside, hideLabel = false, className, children }: FieldProps) {
  const id = useId();
  const ids: FieldIds = {
    control: id,
    hint: hint ? `${id}-hint` : undefined,
    error: error ? `${id}-error` : undefined,
  };
  return (
    <FieldContext value={ids}>
      {/* Never wider than its place, however long a word in a control that grows with its text. */}
      <div className={clsx("min-w-0", className)}>
        <div className={hideLabel ? "sr-only" : "mb-1.5 flex items-baseline justify-between gap-3"}>
          <label htmlFor={id} className="font-medium text-ink text-sm">
            {label}
          </label>
          {aside && <span className="text-ink-faint text-xs">{aside}</span>}
        </div>
        {children}
        {hint && (
          <p id={ids.hint} className="mt-1.5 text-[13px] text-ink-muted leading-5">
            {hint}
          </p>
        )}
        <div aria-live="polite">
          {error && (
            <p id={ids.error} className="mt-1.5 text-[13px] text-danger leading-5">
              {error}
            </p>
          )}
        </div>
      </div>
    </FieldContext>
  );
}
