"use client";

import { lazy, Suspense } from "react";
import { surely } from "@/app/_components/surely";

const PageHeader = lazy(surely(() => import("./page-header").then((header) => ({ default: header.PageHeader }))));

/** The header of a page that hardly anybody sees; the pages that are seen have theirs in their own code. */
export function BareHeader() {
  return (
    <Suspense fallback={<div className="h-13 shrink-0" />}>
      <PageHeader title={null} />
    </Suspense>
  );
}
