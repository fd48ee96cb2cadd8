import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { tooltip } from "./tooltip";

export type IconButtonProps = Omit<ComponentProps<"button">, "aria-label" | "children"> & {
  /** Its name for everybody: aria-label and tooltip. */
  label: string;
  /** The icon. */
  children: ReactNode;
  size?: "sm" | "md";
  variant?: "ghost" | "primary" | "secondary";
  /** Keys shown after the label in the tooltip, such as ⌘⇧O. */
  shortcut?: string;
};

const variants = {
  ghost: "text-ink-muted hover:bg-ink/6 hover:text-ink aria-expanded:bg-ink/8 aria-expanded:text-ink",
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-line-strong/60 bg-surface text-ink-muted hover:border-line-strong hover:text-ink",
};

export function IconButton({
  label,
  children,
  size = "md",
  variant = "ghost",
  shortcut,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...tooltip(shortcut ? `${label}  ${shortcut}` : label)}
      aria-label={label}
      className={clsx(
        "touch-target inline-flex shrink-0 items-center justify-center rounded-control transition-colors duration-100",
        "disabled:cursor-not-allowed disabled:opacity-40",
        size === "sm" ? "size-7" : "size-9",
        variants[variant],
        className,
      )}
    >
      {children}
    </button>
  );
}
