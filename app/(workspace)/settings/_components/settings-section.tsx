import type { ReactNode } from "react";

/** A page of the settings: what it is about, and its sections. */
export function SettingsPage({
  title,
  intro,
  action,
  children,
}: {
  title: ReactNode;
  intro: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <div className="flex flex-col items-start justify-between gap-x-6 gap-y-4 sm:flex-row">
        <div className="min-w-0">
          <h1 className="font-semibold text-xl leading-7">{title}</h1>
          <p className="mt-1 text-pretty text-ink-muted text-sm leading-6">{intro}</p>
        </div>
        {action}
      </div>
      <div className="mt-8 space-y-10">{children}</div>
    </>
  );
}

/** One matter on a page of the settings. */
export function SettingsSection({
  title,
  intro,
  children,
}: {
  title: ReactNode;
  intro?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="border-line border-t pt-7">
      <h2 className="font-medium text-[15px] text-ink leading-6">{title}</h2>
      {intro && <p className="mt-1 max-w-130 text-pretty text-[13px] text-ink-muted leading-5">{intro}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
