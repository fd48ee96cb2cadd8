"use client";

import { type ErrorPageProps, ErrorStatus } from "@/app/_components/error-status";
import { PageHeader } from "./_components/page-header";

/** Beside the sidebar: the other conversations stay in reach. */
export default function WorkspaceErrorPage(props: ErrorPageProps) {
  return (
    <>
      <PageHeader title={null} />
      <ErrorStatus {...props} fill="parent" />
    </>
  );
}
