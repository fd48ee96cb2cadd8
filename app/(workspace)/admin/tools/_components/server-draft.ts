import type { McpServer, McpServerChanges, NewMcpServer } from "@/lib/http/contract/mcp-servers";

/** One header or variable as it is typed. `stored`: the server has one of that name, which an empty value keeps. */
export type SecretDraft = { key: number; name: string; value: string; stored: boolean };

/** What a person has typed of a server. */
export type ServerDraft = {
  name: string;
  transport: McpServer["transport"];
  url: string;
  command: string;
  /** One a line. */
  args: string;
  secrets: SecretDraft[];
};

export function draftOf(server: McpServer | null): ServerDraft {
  return {
    name: server?.name ?? "",
    transport: server?.transport ?? "http",
    url: server?.url ?? "",
    command: server?.command ?? "",
    args: server?.args.join("\n") ?? "",
    secrets: (server?.secret_names ?? []).map((name, key) => ({ key, name, value: "", stored: true })),
  };
}

const argsOf = ({ args }: ServerDraft) => args.split("\n").flatMap((line) => (line.trim() ? [line.trim()] : []));

/** How it is reached. */
const placeOf = (draft: ServerDraft) =>
  draft.transport === "http" ? { url: draft.url } : { command: draft.command, args: argsOf(draft) };

const typed = ({ secrets }: ServerDraft) =>
  secrets.flatMap(({ name, value, stored }) => (name.trim() && (value || !stored) ? [[name.trim(), value]] : []));

export function newServerOf(draft: ServerDraft): NewMcpServer {
  const { name, transport } = draft;
  return { name: name.trim(), transport, ...placeOf(draft), secrets: Object.fromEntries(typed(draft)) };
}

/** What is to be changed; a stored secret that is no longer in the draft is taken away. */
export function changesOf(draft: ServerDraft, server: McpServer): McpServerChanges {
  const left = new Set(draft.secrets.map(({ name }) => name.trim()));
  const gone = (server.secret_names ?? []).flatMap((name) => (left.has(name) ? [] : [[name, null]]));
  return { name: draft.name.trim(), ...placeOf(draft), secrets: Object.fromEntries([...gone, ...typed(draft)]) };
}
