"use client";

import Link from "next/link";
import { useParams } from "next/navigation";
import { buttonClass } from "@/app/_components/ui/button-class";

/** To the agent's other memories. A page for what is not found is told no address: the browser knows it. */
export function BackToEntries({ label }: { label: string }) {
  const { agentId } = useParams<{ agentId: string }>();
  return (
    <Link href={`/agents/${agentId}/entries`} className={buttonClass({ variant: "primary" })}>
      {label}
    </Link>
  );
}
