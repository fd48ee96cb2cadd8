import clsx from "clsx";
import type { ReactNode } from "react";

/** Nothing here, said so that one knows why and what to do. */
export function EmptyState({
  icon,
  title,
  body,
  action,
  className,
}: {
  icon?: ReactNode;
  title: ReactNode;
  body?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div className={clsx("flex flex-col items-center px-6 py-10 text-center", className)}>
      {icon && <div className="mb-3 text-ink-faint">{icon}</div>}
      <p className="font-medium text-ink text-sm">{title}</p>
      {body && <p className="mt-1 max-w-80 text-pretty text-[13px] text-ink-muted leading-5">{body}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
