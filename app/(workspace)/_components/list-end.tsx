"use client";

import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { surely, whenQuiet } from "@/app/_components/surely";
import { Spinner } from "@/app/_components/ui/spinner";

export const loadFailures = surely(() => import("./list-failed"));
const MoreFailed = lazy(() => loadFailures().then((failures) => ({ default: failures.MoreFailed })));

/** The end of what is loaded: brings the next page when it comes near the view, for as long as it stays there. */
export function ListEnd({
  hasMore,
  isLoading,
  failed,
  label,
  onMore,
}: {
  hasMore: boolean;
  isLoading: boolean;
  failed: boolean;
  /** Said while it loads. */
  label: string;
  onMore: () => void;
}) {
  const mark = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => whenQuiet(loadFailures), []);

  useEffect(() => {
    const element = mark.current;
    if (!element || !hasMore) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: "600px 0px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore]);

  useEffect(() => {
    if (near && hasMore && !isLoading && !failed) onMore();
  }, [near, hasMore, isLoading, failed, onMore]);

  if (!hasMore) return null;
  return (
    <div
      ref={mark}
      aria-live="polite"
      className="flex min-h-10 items-center justify-center px-4 py-2 text-ink-faint text-xs"
    >
      {failed ? (
        <Suspense fallback={null}>
          <MoreFailed onRetry={onMore} />
        </Suspense>
      ) : (
        isLoading && (
          <span className="flex items-center gap-2">
            <Spinner size={14} />
            <span>{label}</span>
          </span>
        )
      )}
    </div>
  );
}
