"use client";

import clsx from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";

/** On or off, at once or with a form (`name`); its words stand at its left. */
export function Switch({
  label,
  hint,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "role"> & { label: ReactNode; hint?: ReactNode }) {
  const id = useId();
  return (
    <div className={clsx("flex items-start justify-between gap-6", className)}>
      <label htmlFor={id} className="min-w-0">
        <span className="block font-medium text-ink text-sm">{label}</span>
        {hint && (
          <span id={`${id}-hint`} className="mt-0.5 block text-[13px] text-ink-muted leading-5">
            {hint}
          </span>
        )}
      </label>
      <input
        {...rest}
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state itself
        role="switch"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={clsx(
          "relative mt-0.5 h-5.5 w-9.5 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-line-strong/25",
          "transition-colors duration-100 checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:opacity-50",
          "before:absolute before:top-1/2 before:left-0.5 before:size-4 before:-translate-y-1/2 before:rounded-full before:bg-line-strong",
          "before:transition-transform before:duration-100 checked:before:translate-x-4 checked:before:bg-on-accent",
          // The finger's target reaches past the drawn switch.
          "after:absolute after:-inset-3",
        )}
      />
    </div>
  );
}
