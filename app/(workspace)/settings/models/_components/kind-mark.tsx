import clsx from "clsx";
import { Aperture, Asterisk, Cpu, Gem, HardDrive, type LucideIcon, Server } from "lucide-react";
import type { ProviderKind } from "@/lib/models/ref";

const icons: Record<ProviderKind | "offline", LucideIcon> = {
  openai: Aperture,
  anthropic: Asterisk,
  google: Gem,
  "openai-compatible": Server,
  offline: HardDrive,
};

/** A tile that tells the kinds apart at a glance, and servers on this machine from those elsewhere. */
export function KindMark({ kind, local = false }: { kind: ProviderKind | "offline"; local?: boolean }) {
  const Icon = local ? Cpu : icons[kind];
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
