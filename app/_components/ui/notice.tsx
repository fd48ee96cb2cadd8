import clsx from "clsx";
import { CircleAlert, Info } from "lucide-react";
import type { ReactNode } from "react";

const tones = {
  danger: { look: "bg-danger-soft text-danger", Icon: CircleAlert },
  neutral: { look: "bg-sunken text-ink-muted", Icon: Info },
};

export function Notice({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  const { look, Icon } = tones[tone];
  return (
    <p className={clsx("flex gap-2.5 rounded-control px-3 py-2.5 text-[13px] leading-5", look)}>
      <Icon size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
