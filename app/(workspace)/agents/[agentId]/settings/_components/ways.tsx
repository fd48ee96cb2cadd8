"use client";

import clsx from "clsx";
import { useId } from "react";

/** A choice of two or three, side by side; radio buttons to the keyboard and to a screen reader. */
export function Ways<W extends string>({
  label,
  hint,
  ways,
  chosen,
  disabled = false,
  onChoose,
}: {
  label: string;
  hint: string;
  ways: readonly { way: W; label: string }[];
  chosen: W;
  disabled?: boolean;
  onChoose: (way: W) => void;
}) {
  const id = useId();
  return (
    <fieldset
      aria-describedby={`${id}-hint`}
      disabled={disabled}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2"
    >
      <legend className="sr-only">{label}</legend>
      <div className="min-w-0 flex-1 basis-56">
        <span aria-hidden="true" className="block font-medium text-ink text-sm">
          {label}
        </span>
        <span id={`${id}-hint`} className="mt-0.5 block text-pretty text-[13px] text-ink-muted leading-5">
          {hint}
        </span>
      </div>
      <div className="flex shrink-0 rounded-control border border-line bg-surface p-0.5">
        {ways.map(({ way, label: name }) => (
          <label
            key={way}
            className={clsx(
              "relative flex h-7 min-w-12 cursor-pointer items-center justify-center rounded-[5px] px-2.5 text-[13px]",
              "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-1",
              "has-disabled:cursor-not-allowed has-disabled:opacity-60",
              // The finger's target reaches past what is drawn.
              "after:absolute after:inset-x-0 after:-inset-y-2",
              way === chosen
                ? "inset-ring inset-ring-accent bg-accent-soft font-medium text-ink"
                : "text-ink-muted hover:text-ink",
            )}
          >
            <input
              type="radio"
              name={id}
              value={way}
              checked={way === chosen}
              onChange={() => onChoose(way)}
              className="sr-only"
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
