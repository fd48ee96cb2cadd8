import clsx from "clsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md";

const variants: Record<ButtonVariant, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-line-strong/60 bg-surface text-ink hover:border-line-strong hover:bg-ink/4",
  ghost: "text-ink-muted hover:bg-ink/6 hover:text-ink",
  danger: "bg-danger-fill text-on-danger hover:opacity-90",
};

const sizes: Record<ButtonSize, string> = {
  sm: "h-8 gap-1.5 px-3 text-[13px]",
  md: "h-9.5 gap-2 px-4 text-sm",
};

/** The look of a button, also for links that lead somewhere rather than do something. */
export function buttonClass({
  variant = "secondary",
  size = "md",
  className,
}: {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  className?: string | undefined;
} = {}): string {
  return clsx(
    "touch-target relative inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-control font-medium",
    "transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:shrink-0",
    variants[variant],
    sizes[size],
    className,
  );
}
