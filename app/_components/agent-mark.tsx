import clsx from "clsx";

/** What is shown of an agent wherever it is named. */
export type AgentLook = { name: string; emoji: string; picture: string | null };

const sizes = {
  sm: "size-5 rounded-md text-[13px]",
  md: "size-9 rounded-control text-lg",
  lg: "size-14 rounded-card text-[28px]",
};

/** Its picture, else its emoji, else the first letter of its name. The name stands beside it. */
export function AgentMark({ agent, size = "md" }: { agent: AgentLook; size?: keyof typeof sizes }) {
  const look = clsx(
    "inline-flex shrink-0 select-none items-center justify-center overflow-hidden leading-none",
    sizes[size],
  );
  if (agent.picture) {
    // biome-ignore lint/performance/noImgElement: a data URL has nothing to be optimised
    return <img src={agent.picture} alt="" className={clsx(look, "object-cover")} />;
  }
  const [first = ""] = agent.name.trim();
  return (
    <span
      aria-hidden="true"
      className={clsx(look, agent.emoji ? "bg-ink/6" : "bg-accent-soft font-semibold text-accent")}
    >
      {agent.emoji || <span className="text-[0.72em]">{first.toLocaleUpperCase()}</span>}
    </span>
  );
}
