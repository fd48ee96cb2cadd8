import clsx from "clsx";

const tones: Record<string, string> = {
  get: "bg-accent-soft text-accent",
  post: "bg-success-soft text-success",
  patch: "bg-warning-soft text-warning",
  delete: "bg-danger-soft text-danger",
};

export function MethodBadge({ method }: { method: string }) {
  return (
    <span
      className={clsx(
        "inline-flex h-5 items-center rounded px-1.5 font-mono font-semibold text-[11px] uppercase",
        tones[method],
      )}
    >
      {method === "delete" ? "del" : method}
    </span>
  );
}
