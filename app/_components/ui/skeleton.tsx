import clsx from "clsx";

/** A grey stand-in of the shape that is coming. Put several inside one element with aria-busy and a name. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx("block animate-pulse-quiet rounded-control bg-ink/8", className ?? "h-4 w-full")}
    />
  );
}
