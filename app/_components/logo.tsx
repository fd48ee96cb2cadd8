import clsx from "clsx";

/** The mark: an open ring, the whole conversation, around the newest word. */
export function LogoMark({ size = 22, className }: { size?: number; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" width={size} height={size} fill="none" className={className}>
      <path
        d="M18.72 17.64A8.75 8.75 0 1 1 18.72 6.36"
        stroke="currentColor"
        strokeWidth="3.1"
        strokeLinecap="round"
        className="text-accent"
      />
      <circle cx="14.4" cy="12" r="2.6" fill="currentColor" className="text-accent" />
    </svg>
  );
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={clsx("inline-flex items-center gap-2 text-ink", className)}>
      <LogoMark />
      <span className="font-semibold text-[17px] leading-none tracking-[-0.03em]">Cadau</span>
    </span>
  );
}
