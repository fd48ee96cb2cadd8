"use client";

import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { useFieldProps } from "./field";
import { controlClass } from "./input";

/** The platform's own list: right on phones, with a keyboard and with a screen reader. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={clsx("relative block", className)}>
      <select
        {...useFieldProps()}
        {...rest}
        className={clsx(controlClass, "touch-target h-9.5 cursor-pointer appearance-none truncate pr-9")}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        size={16}
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-muted"
      />
    </span>
  );
}
