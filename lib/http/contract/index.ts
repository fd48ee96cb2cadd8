import * as agents from "./agents";
import type { Contract } from "./common";
import * as context from "./context";
import * as files from "./files";
import * as mcpServers from "./mcp-servers";
import * as memory from "./memory";
import * as messages from "./messages";
import * as operations from "./operations";
import * as runs from "./runs";
import * as search from "./search";
import * as sessions from "./sessions";

export type Section = {
  title: string;
  description: string;
  /** By operation id. */
  calls: Readonly<Record<string, Contract>>;
};

/** Every call of the API, in the order of the reference. */
export const sections: readonly Section[] = [
  {
    title: "Conversations",
    description: "Find, create, change, branch and delete conversations.",
    calls: {
      listSessions: sessions.listSessions,
      createSession: sessions.createSession,
      getSession: sessions.getSession,
      updateSession: sessions.updateSession,
      deleteSession: sessions.deleteSession,
      forkSession: sessions.forkSession,
    },
  },
  {
    title: "History",
    description:
      "Page through a conversation of any length, in both directions and around any message, and cut it back.",
    calls: {
      getHistory: messages.getHistory,
      listTurns: messages.listTurns,
      getMessage: messages.getMessage,
      truncateSession: messages.truncateSession,
      undoTruncation: messages.undoTruncation,
    },
  },
  {
    title: "Search",
    description: "Find what was said, in all conversations or in one.",
    calls: { searchMessages: search.searchMessages },
  },
  {
    title: "Runs",
    description:
      "Send a message, follow its answer from any device, stop it. A run belongs to the server and outlives the connection.",
    calls: {
      send: runs.send,
      getRun: runs.getRun,
      followRun: runs.followRun,
      stopRun: runs.stopRun,
      answerToolCall: runs.answerToolCall,
    },
  },
  {
    title: "Context",
    description: "See what the model is given of a conversation, and have older messages summarised.",
    calls: { getContext: context.getContext, compactSession: context.compactSession },
  },
  {
    title: "Files",
    description: "Bring files, to send them with a message.",
    calls: {
      uploadFile: files.uploadFile,
      getFile: files.getFile,
      getFileInfo: files.getFileInfo,
      deleteFile: files.deleteFile,
    },
  },
  {
    title: "Agents",
    description: "Work agents: their instructions, who may talk to them, and whether they take notes by themselves.",
    calls: {
      listAgents: agents.listAgents,
      createAgent: agents.createAgent,
      getAgent: agents.getAgent,
      updateAgent: agents.updateAgent,
      deleteAgent: agents.deleteAgent,
      duplicateAgent: agents.duplicateAgent,
      listAgentFiles: files.listAgentFiles,
      addAgentFile: files.addAgentFile,
      removeAgentFile: files.removeAgentFile,
    },
  },
  {
    title: "Memory",
    description:
      "What an agent remembers of its conversations with you: daily notes and long-term entries. Nobody else reads them.",
    calls: {
      listNotes: memory.listNotes,
      getNote: memory.getNote,
      saveNote: memory.saveNote,
      listEntries: memory.listEntries,
      createEntry: memory.createEntry,
      getEntry: memory.getEntry,
      updateEntry: memory.updateEntry,
      deleteEntry: memory.deleteEntry,
      entryHistory: memory.entryHistory,
      searchMemory: memory.searchMemory,
      exportMemory: memory.exportMemory,
      importMemory: memory.importMemory,
    },
  },
  {
    title: "Tool servers",
    description: "Servers of the Model Context Protocol whose tools the workspace's agents may use.",
    calls: {
      listMcpServers: mcpServers.listMcpServers,
      createMcpServer: mcpServers.createMcpServer,
      getMcpServer: mcpServers.getMcpServer,
      updateMcpServer: mcpServers.updateMcpServer,
      deleteMcpServer: mcpServers.deleteMcpServer,
      testMcpServer: mcpServers.testMcpServer,
    },
  },
  {
    title: "Operations",
    description: "For load balancers, monitoring and tools.",
    calls: {
      health: operations.health,
      ready: operations.ready,
      metrics: operations.metrics,
      openapi: operations.openapi,
    },
  },
];

export const contracts: readonly Contract[] = sections.flatMap((section) => Object.values(section.calls));
