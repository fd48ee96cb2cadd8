import type admin from "../../messages/en/admin.json";
import type agents from "../../messages/en/agents.json";
import type auth from "../../messages/en/auth.json";
import type common from "../../messages/en/common.json";
import type context from "../../messages/en/context.json";
import type conversation from "../../messages/en/conversation.json";
import type docs from "../../messages/en/docs.json";
import type mcp from "../../messages/en/mcp.json";
import type memory from "../../messages/en/memory.json";
import type models from "../../messages/en/models.json";
import type problems from "../../messages/en/problems.json";
import type search from "../../messages/en/search.json";
import type settings from "../../messages/en/settings.json";
import type shell from "../../messages/en/shell.json";
import type tools from "../../messages/en/tools.json";
import type workspaces from "../../messages/en/workspaces.json";
import type { Locale } from "../auth/actor-type";

// Keys are checked by the compiler: a word that does not exist is a type error.
declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: {
      admin: typeof admin;
      agents: typeof agents;
      auth: typeof auth;
      common: typeof common;
      context: typeof context;
      conversation: typeof conversation;
      docs: typeof docs;
      memory: typeof memory;
      mcp: typeof mcp;
      models: typeof models;
      problems: typeof problems;
      search: typeof search;
      settings: typeof settings;
      shell: typeof shell;
      tools: typeof tools;
      workspaces: typeof workspaces;
    };
  }
}
