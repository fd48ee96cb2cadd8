import type { ReactNode } from "react";

/** A heading that is its own link, so that a place in the reference can be sent to somebody. */
export function AnchorHeading({ id, href, children }: { id: string; href: string; children: ReactNode }) {
  return (
    <h3 id={id} className="font-semibold text-lg">
      <a href={href} className="group hover:text-accent">
        {children}
        <span aria-hidden className="ml-2 font-normal text-ink-faint opacity-0 group-hover:opacity-100">
          #
        </span>
      </a>
    </h3>
  );
}
