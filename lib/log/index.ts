import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";
import { config } from "@/lib/config";
import { processWide } from "@/lib/process-wide";
import { errorForLog } from "./error";

/** Every event that the product logs; those that operators watch are explained in docs/operations.md. */
export type LogKeyword =
  | "server_started"
  | "server_stopping"
  | "server_stopped"
  | "process_failed"
  | "promise_rejected"
  | "database_opened"
  | "database_migrated"
  | "secret_generated"
  | "request_failed"
  | "readiness_check_failed"
  | "chat_run_started"
  | "chat_run_ended"
  | "chat_run_retry"
  | "chat_run_recovered"
  | "chat_run_events_failed"
  | "chat_run_failed"
  | "chat_run_store_failed"
  | "chat_context_limit_lowered"
  | "chat_context_roll"
  | "chat_context_roll_failed"
  | "chat_context_roll_discarded"
  | "chat_context_summary_fallback"
  | "chat_agent_context_compact_llm"
  | "chat_agent_context_compact_llm_failed"
  | "chat_agent_context_compact_skipped"
  | "agent_tool_called"
  | "agent_tool_failed"
  | "agent_memory_flush"
  | "agent_memory_flush_failed"
  | "agent_memory_append"
  | "agent_memory_extract"
  | "agent_memory_extract_failed"
  | "agent_memory_remember"
  | "agent_memory_remember_failed"
  | "agent_memory_extract_fallback"
  | "agent_memory_file_problem"
  | "mcp_server_failed"
  | "knowledge_index_failed"
  | "chat_title_failed"
  | "chat_session_purged"
  | "workspace_deleted"
  | "sign_in_failed"
  | "background_task_failed";

type Fact = string | number | boolean | null | undefined | string[];
export type LogFacts = Record<string, Fact>;
type LogContext = { request_id?: string; session_id?: string; run_id?: string; agent_id?: string };

const context = processWide("log-context", () => new AsyncLocalStorage<LogContext>());
const destination = processWide("log-destination", () => ({ fd: 1 }));
const logger = processWide("logger", () =>
  pino(
    {
      level: config().LOG_LEVEL,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => errorForLog(error, config().LOG_CONTENT) },
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => ({ ...context().getStore() }),
    },
    pino.destination({ dest: destination().fd, sync: true }),
  ),
);

/** For programs whose stdout is their result. Called before anything is logged. */
export function logToStderr(): void {
  destination().fd = 2;
}

/** Runs `task` with these ids on every line logged inside it. */
export function withLogContext<T>(ids: LogContext, task: () => T): T {
  return context().run({ ...context().getStore(), ...ids }, task);
}

export const log = {
  debug: (keyword: LogKeyword, facts: LogFacts = {}) => logger().debug(facts, keyword),
  info: (keyword: LogKeyword, facts: LogFacts = {}) => logger().info(facts, keyword),
  warn: (keyword: LogKeyword, facts: LogFacts = {}, error?: unknown) =>
    logger().warn({ ...facts, err: error }, keyword),
  error: (keyword: LogKeyword, facts: LogFacts, error: unknown) => logger().error({ ...facts, err: error }, keyword),
};
