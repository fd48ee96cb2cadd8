import type { ReactNode } from "react";

/** Heading, one sentence, what one came for, and the way to the other page. */
export function EntryPage({
  heading,
  body,
  children,
  footer,
}: {
  heading: string;
  body?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <>
      <h1 className="font-semibold text-[26px] leading-8">{heading}</h1>
      {body && <p className="mt-2.5 text-pretty text-ink-muted text-sm leading-6">{body}</p>}
      <div className="mt-7">{children}</div>
      {footer && <p className="mt-7 text-ink-muted text-sm">{footer}</p>}
    </>
  );
}
