"use client";

import clsx from "clsx";
import type { ComponentProps } from "react";
import { useFieldProps } from "./field";

// 16 px on phones: iOS zooms the page into a smaller field.
export const controlClass = clsx(
  "block w-full rounded-control border border-line-strong bg-surface px-3 text-base text-ink sm:text-sm",
  "transition-colors duration-100 hover:border-ink-faint",
  "focus:border-accent focus:outline-2 focus:outline-accent/30 focus:outline-offset-0",
  "disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger aria-invalid:focus:outline-danger/30",
);

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...useFieldProps()} {...rest} className={clsx(controlClass, "touch-target h-9.5", className)} />;
}

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea {...useFieldProps()} {...rest} className={clsx(controlClass, "min-h-20 py-2 leading-6", className)} />
  );
}
