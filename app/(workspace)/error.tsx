"use client";

import { type ErrorPageProps, ErrorStatus } from "@/app/_components/error-status";
import { BareHeader } from "./_components/bare-header";

/** Beside the sidebar: the other conversations stay in reach. */
export default function WorkspaceErrorPage(props: ErrorPageProps) {
  return (
    <>
      <BareHeader />
      <ErrorStatus {...props} fill="parent" />
    </>
  );
}
