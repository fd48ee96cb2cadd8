import { type ReactNode, useId } from "react";

export function Section({
  title,
  aside,
  children,
}: {
  title: ReactNode;
  /** Small, at the end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="border-line border-t pt-5 pb-6 first-of-type:border-t-0 first-of-type:pt-1"
    >
      <div className="mb-2.5 flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 id={id} className="font-semibold text-sm">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

export const smallText = "text-pretty text-[13px] text-ink-muted leading-5";
