import { z } from "zod";
import { countRunes } from "@/lib/context/size/measure";
import { Cursor, contract, limit, ModelName, storable, Text, Time, Uuid } from "./common";
import { perTool, TOOL_SWITCHES } from "./tool-switches";

export const AGENT_LIMITS = { name: 80, instructions: 20_000, questions: 6, question: 200, pictureBytes: 100_000 };

/** Counted as people count: in characters, not in code units. */
const Runes = (max: number) =>
  Text(max * 2).refine((text) => countRunes(text) <= max, { error: `must have at most ${max} characters` });

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const isEmoji = (text: string) =>
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(text) && [...graphemes.segment(text)].length === 1;

const Name = Runes(AGENT_LIMITS.name)
  .trim()
  .min(1)
  .meta({ examples: ["Travel planner"] });
const Emoji = Text(32)
  .refine((text) => text === "" || isEmoji(text), { error: "must be one emoji" })
  .meta({ description: "One emoji; empty: none", examples: ["🧭"] });
/** The decoded size is a little under three quarters of this. Whether it is a picture is seen in its bytes. */
const Picture = z
  .string()
  .max(140_000)
  .regex(/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/, {
    error: "must be a data URL of a PNG, JPEG or WebP image",
  })
  .meta({
    description: "PNG, JPEG or WebP as a data URL, at most 100 kB; shown instead of the emoji",
    examples: [null],
  });
const Instructions = Runes(AGENT_LIMITS.instructions).meta({
  description: "What the model is told first in each conversation with it",
  examples: ["You plan journeys by train. Ask for dates before you propose anything."],
});
const OpeningQuestions = z
  .array(Runes(AGENT_LIMITS.question).trim().min(1))
  .max(AGENT_LIMITS.questions)
  .meta({ examples: [["Where shall we go this spring?"]] });
const Visibility = z.enum(["private", "workspace"]).meta({
  description: "workspace: every member may talk to it, each with a memory of their own that nobody else reads",
});

const Toggle = z.object({
  on: z.boolean(),
  by: z.enum(["default", "agent", "workspace"]).meta({ description: "Who decided that" }),
});
const toggle = z.boolean().optional();

const ToolChoice = z.object({
  switch: z.enum(["off", "on", "ask"]).meta({ description: "ask: its person is asked before each call" }),
  by: z.enum(["default", "agent"]).meta({ description: "Who decided that" }),
});
export const Agent = z
  .object({
    id: Uuid,
    name: z.string().meta({ examples: ["Travel planner"] }),
    emoji: z.string().meta({ examples: ["🧭"] }),
    picture: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    instructions: z.string().meta({ examples: ["You plan journeys by train."] }),
    model: z
      .string()
      .nullable()
      .meta({ description: "provider:model; null: the workspace's default", examples: [null] }),
    visibility: Visibility,
    opening_questions: z.array(z.string()).meta({ examples: [["Where shall we go this spring?"]] }),
    config_json: z.looseObject({ memory_auto_append: toggle, memory_auto_extract: toggle }).meta({
      description: "What was set for the agent; an absent toggle is the default. Keys of your own are kept.",
      examples: [{ memory_auto_append: true }],
    }),
    toggles: z
      .object({ memory_auto_append: Toggle, memory_auto_extract: Toggle })
      .meta({ description: "What holds: the workspace's policy wins over the agent, and that over the default" }),
    tools: z
      .object(perTool(() => ToolChoice))
      .meta({ description: "The built-in tools, and how the switch of each stands" }),
    owner: z.object({ id: Uuid, name: z.string().meta({ examples: ["Ada"] }) }),
    mine: z.boolean().meta({ description: "Whether the caller owns it: only its owner changes it" }),
    memory: z
      .object({
        entries: z.int().meta({ examples: [12] }),
        notes: z.int().meta({ description: "Days with a note", examples: [5] }),
        bytes: z.int().meta({ examples: [8_400] }),
        last_flush_at: Time.nullable(),
        failed_at: Time.nullable().meta({
          description: "The newest failure, until a flush succeeds again",
          examples: [null],
        }),
        failure: z
          .string()
          .nullable()
          .meta({ description: "Its kind, in a word", examples: [null] }),
      })
      .meta({ description: "The caller's own memory with it" }),
    archived: z.boolean(),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: "Agent" });
export type Agent = z.infer<typeof Agent>;

export const AgentList = z
  .object({
    agents: z.array(Agent),
    next_cursor: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: "AgentList" });
export type AgentList = z.infer<typeof AgentList>;

const boolean = z.enum(["true", "false"]).transform((value) => value === "true");
export const AgentListQuery = z.object({
  limit: limit(50, 200),
  cursor: Cursor.optional(),
  archived: boolean.optional().meta({ description: "true: the archived ones; otherwise those that are not" }),
});
export type AgentListQuery = z.infer<typeof AgentListQuery>;

const DEEPEST = 16;
/** Every string in it can be kept, and it is neither deep nor long. */
function isKeepable(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return storable(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth === DEEPEST) return false;
  return Object.entries(value).every(([key, item]) => storable(key) && isKeepable(item, depth + 1));
}
const set = z.boolean().nullable().optional();
const ToolChanges = z
  .strictObject(perTool((name) => z.enum(TOOL_SWITCHES[name].ways).nullable().optional()))
  .nullable()
  .optional()
  .meta({
    description:
      "How the switches of tools stand, by name; null: as by default. Tools that are not named stay as they are",
    examples: [{ web_fetch: "ask" }],
  });
const ConfigChanges = z
  .looseObject({ memory_auto_append: set, memory_auto_extract: set, tools: ToolChanges })
  .refine((config) => isKeepable(config) && JSON.stringify(config).length <= 10_000, {
    error: "must be at most 10,000 characters of JSON, without NUL characters",
  })
  .meta({
    description: "The keys that are named are set, or taken away with null; all others stay as they are",
    examples: [{ memory_auto_append: true }],
  });

export const AgentChanges = z.object({
  name: Name.optional(),
  emoji: Emoji.optional(),
  picture: Picture.nullable().optional(),
  instructions: Instructions.optional(),
  model: ModelName.nullable().optional(),
  visibility: Visibility.optional(),
  opening_questions: OpeningQuestions.optional(),
  config_json: ConfigChanges.optional(),
  archived: z.boolean().optional(),
});
export type AgentChanges = z.infer<typeof AgentChanges>;

export const NewAgent = AgentChanges.omit({ archived: true }).extend({ name: Name });
export type NewAgent = z.infer<typeof NewAgent>;

const AgentParams = z.object({ id: Uuid });

export const listAgents = contract({
  method: "GET",
  path: "/agents",
  access: "read",
  summary: "Agents, newest first",
  description: "Your own, and those that are shared with the workspace.",
  query: AgentListQuery,
  response: AgentList,
  errors: ["invalid_cursor"],
});

export const createAgent = contract({
  method: "POST",
  path: "/agents",
  access: "write",
  summary: "Create an agent",
  body: NewAgent,
  response: Agent,
  status: 201,
  errors: ["unknown_model"],
});

export const getAgent = contract({
  method: "GET",
  path: "/agents/{id}",
  access: "read",
  summary: "One agent",
  params: AgentParams,
  response: Agent,
  errors: ["not_found"],
});

export const updateAgent = contract({
  method: "PATCH",
  path: "/agents/{id}",
  access: "write",
  summary: "Change an agent",
  description:
    "Only its owner may; owners and admins of the workspace may archive one that is shared. What is not named stays as it is, keys of config_json too.",
  params: AgentParams,
  body: AgentChanges,
  response: Agent,
  errors: ["not_found", "not_owner", "unknown_model"],
});

export const AgentRemoval = z.object({
  memory: z
    .enum(["keep", "delete"])
    .default("keep")
    .meta({ description: "What becomes of the caller's memory with it" }),
});
export const deleteAgent = contract({
  method: "DELETE",
  path: "/agents/{id}",
  access: "write",
  summary: "Delete an agent",
  description:
    "Only its owner may. Its conversations stay, without an agent. The owner's memory with it is kept for download or goes with it; what others told it stays theirs.",
  params: AgentParams,
  query: AgentRemoval,
  response: z.object({ deleted: z.literal(true) }),
  errors: ["not_found", "not_owner"],
});

export const duplicateAgent = contract({
  method: "POST",
  path: "/agents/{id}/duplicate",
  access: "write",
  summary: "Make an agent like another one",
  description: "The copy is the caller's own and private, with an empty memory.",
  params: AgentParams,
  body: z.object({ name: Name.optional() }),
  response: Agent,
  status: 201,
  errors: ["not_found"],
});
