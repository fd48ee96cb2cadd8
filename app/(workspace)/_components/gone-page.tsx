import type { ReactNode } from "react";
import { StatusPage } from "@/app/_components/status-page";
import { BareHeader } from "./bare-header";

/** What is gone, or somebody else's: the same page for both. */
export function GonePage({ title, body, action }: { title: string; body: string; action: ReactNode }) {
  return (
    <>
      <BareHeader />
      <StatusPage fill="parent" title={title} body={body} actions={action} />
    </>
  );
}
