import type { ReactNode } from "react";
import { PageHeader } from "../../_components/page-header";

/** The frame of a page about agents. */
export function AgentsPage({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <>
      <PageHeader title={header} />
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto w-full max-w-3xl px-4 pt-3 pb-16 sm:px-8 sm:pt-6">{children}</div>
      </div>
    </>
  );
}
