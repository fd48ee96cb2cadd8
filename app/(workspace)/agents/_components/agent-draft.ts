import type { Agent, NewAgent } from "@/lib/http/contract/agents";

/** An agent as its form holds it. `model` empty: the workspace's default. */
export type AgentDraft = {
  name: string;
  emoji: string;
  picture: string | null;
  instructions: string;
  /** One on each line. */
  questions: string;
  model: string;
};

export const EMPTY_DRAFT: AgentDraft = {
  name: "",
  emoji: "",
  picture: null,
  instructions: "",
  questions: "",
  model: "",
};

export const draftOf = ({ name, emoji, picture, instructions, opening_questions, model }: Agent): AgentDraft => ({
  name,
  emoji,
  picture,
  instructions,
  questions: opening_questions.join("\n"),
  model: model ?? "",
});

export const inputOf = ({ name, emoji, picture, instructions, questions, model }: AgentDraft): NewAgent => ({
  name,
  emoji: emoji.trim(),
  picture,
  instructions,
  model: model || null,
  opening_questions: questions
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== ""),
});
