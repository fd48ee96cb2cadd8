import type { ReactNode } from "react";

/** A page that only says how things stand: nothing here, something broke. */
export function StatusPage({
  title,
  body,
  detail,
  actions,
  logo,
  fill = "screen",
}: {
  title: ReactNode;
  body: ReactNode;
  /** Small print for whoever helps: a reference to the log. */
  detail?: ReactNode;
  actions: ReactNode;
  logo?: ReactNode;
  fill?: "screen" | "parent";
}) {
  return (
    <div
      className={
        fill === "screen"
          ? "flex min-h-dvh flex-col items-center justify-center bg-canvas px-6 py-16 text-ink"
          : "flex min-h-0 flex-1 flex-col items-center justify-center overflow-y-auto px-6 py-16"
      }
    >
      {logo && <div className="mb-10">{logo}</div>}
      <div className="max-w-104 text-center">
        <h1 className="font-semibold text-xl leading-7">{title}</h1>
        <p className="mt-2 text-pretty text-[15px] text-ink-muted leading-6">{body}</p>
        <div className="mt-7 flex flex-wrap items-center justify-center gap-2.5">{actions}</div>
        {detail && <p className="mt-8 select-all font-mono text-ink-faint text-xs">{detail}</p>}
      </div>
    </div>
  );
}
