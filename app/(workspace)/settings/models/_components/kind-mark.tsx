import clsx from "clsx";
import { Cloud, Cpu, HardDrive, Server } from "lucide-react";
import type { ProviderKind } from "@/lib/models/ref";

/** A tile that tells hosted providers, servers of one's own and the built-in model apart. */
export function KindMark({ kind, local = false }: { kind: ProviderKind | "offline"; local?: boolean }) {
  const Icon = kind === "offline" ? HardDrive : local ? Cpu : kind === "openai-compatible" ? Server : Cloud;
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "inline-flex size-9 shrink-0 items-center justify-center rounded-control",
        kind === "offline" ? "bg-ink/6 text-ink-muted" : "bg-accent-soft text-accent",
      )}
    >
      <Icon size={18} strokeWidth={1.75} />
    </span>
  );
}

export const isOnThisMachine = (baseUrl: string | null) =>
  baseUrl !== null && /^https?:\/\/(?:localhost|127\.|\[::1\])/.test(baseUrl);
