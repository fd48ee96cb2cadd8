import { Users } from "lucide-react";
import Link from "next/link";
import { type AgentLook, AgentMark } from "@/app/_components/agent-mark";
import { tooltip } from "@/app/_components/ui/tooltip";

/** The agent of a conversation, with the words that the server has put together. */
export type ConversationAgent = AgentLook & { id: string; label: string; sharedLine: string | null };

export function AgentLink({ agent }: { agent: ConversationAgent }) {
  return (
    <Link
      href={`/agents/${agent.id}`}
      prefetch={false}
      aria-label={agent.label}
      {...tooltip(agent.name)}
      className="touch-target inline-flex max-w-44 shrink-0 items-center gap-2 rounded-control py-1 pr-2 pl-1 text-ink-muted text-sm hover:bg-ink/6 hover:text-ink"
    >
      <AgentMark agent={agent} size="sm" />
      <span dir="auto" className="truncate max-sm:hidden">
        {agent.name}
      </span>
    </Link>
  );
}

/** On every screen where a shared agent listens: that it is shared, by whom, and where what one says is kept. */
export function SharedLine({ text }: { text: string }) {
  return (
    <p className="flex shrink-0 items-start justify-center gap-2 border-line/70 border-b bg-sunken px-4 py-1.5 text-ink-muted text-xs leading-5">
      <Users aria-hidden="true" size={14} className="mt-0.75 shrink-0" />
      <span className="min-w-0">{text}</span>
    </p>
  );
}
