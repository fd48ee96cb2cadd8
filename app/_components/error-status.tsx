"use client";

import { lazy, Suspense } from "react";
import { surely } from "./surely";

export type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

/** Fetched once the page is quiet: every page has error boundaries, and hardly one shows what is in them. */
export const loadErrorPanel = surely(() => import("./error-panel"));
const ErrorPanel = lazy(loadErrorPanel);

export function ErrorStatus(props: ErrorPageProps & { fill: "screen" | "parent" }) {
  return (
    <Suspense fallback={null}>
      <ErrorPanel {...props} />
    </Suspense>
  );
}
