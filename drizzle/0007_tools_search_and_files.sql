CREATE TABLE "memory_passages" (
	"agent_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"day" text NOT NULL,
	"n" integer NOT NULL,
	"body" text NOT NULL,
	"terms" bigint[] NOT NULL,
	CONSTRAINT "memory_passages_agent_id_user_id_day_n_pk" PRIMARY KEY("agent_id","user_id","day","n")
);
--> statement-breakpoint
CREATE TABLE "tool_approvals" (
	"session_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"tool_call_id" text NOT NULL,
	"tool" text NOT NULL,
	"allowed" boolean,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "tool_approvals_session_id_run_id_tool_call_id_pk" PRIMARY KEY("session_id","run_id","tool_call_id")
);
--> statement-breakpoint
CREATE TABLE "agent_files" (
	"agent_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"indexed_at" timestamp (3) with time zone,
	CONSTRAINT "agent_files_agent_id_file_id_pk" PRIMARY KEY("agent_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"kind" text NOT NULL,
	"bytes" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"text" text DEFAULT '' NOT NULL,
	"found_runes" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_kind_known" CHECK ("files"."kind" in ('text', 'pdf', 'docx', 'image'))
);
--> statement-breakpoint
CREATE TABLE "knowledge_passages" (
	"agent_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"body" text NOT NULL,
	"terms" bigint[] NOT NULL,
	CONSTRAINT "knowledge_passages_agent_id_file_id_n_pk" PRIMARY KEY("agent_id","file_id","n")
);
--> statement-breakpoint
CREATE TABLE "session_files" (
	"session_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "session_files_session_id_file_id_pk" PRIMARY KEY("session_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "search_words_user_id_workspace_id_word_pk" PRIMARY KEY("user_id","workspace_id","word")
);
--> statement-breakpoint
CREATE TABLE "mcp_servers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"transport" text NOT NULL,
	"url" text,
	"command" text,
	"args" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"secrets" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mcp_servers_transport_known" CHECK ("mcp_servers"."transport" in ('http', 'stdio'))
);
--> statement-breakpoint
ALTER TABLE "memory_entries" ADD COLUMN "terms" bigint[];--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "terms" bigint[];--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "allowed_tools" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "truncated_messages" ADD COLUMN "terms" bigint[];--> statement-breakpoint
ALTER TABLE "memory_passages" ADD CONSTRAINT "memory_passages_note_fk" FOREIGN KEY ("agent_id","user_id","day") REFERENCES "public"."memory_notes"("agent_id","user_id","day") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_approvals" ADD CONSTRAINT "tool_approvals_session_id_run_id_chat_runs_session_id_id_fk" FOREIGN KEY ("session_id","run_id") REFERENCES "public"."chat_runs"("session_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_files" ADD CONSTRAINT "agent_files_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_files" ADD CONSTRAINT "agent_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD CONSTRAINT "knowledge_passages_file_fk" FOREIGN KEY ("agent_id","file_id") REFERENCES "public"."agent_files"("agent_id","file_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_files" ADD CONSTRAINT "session_files_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_words" ADD CONSTRAINT "search_words_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_words" ADD CONSTRAINT "search_words_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD CONSTRAINT "mcp_servers_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memory_passages_terms_idx" ON "memory_passages" USING gin ("terms") WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "agent_files_file_idx" ON "agent_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "files_hash_idx" ON "files" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "files_user_idx" ON "files" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "knowledge_passages_terms_idx" ON "knowledge_passages" USING gin ("terms") WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "session_files_file_idx" ON "session_files" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mcp_servers_name_key" ON "mcp_servers" USING btree ("workspace_id","name");--> statement-breakpoint
CREATE INDEX "memory_entries_terms_idx" ON "memory_entries" USING gin ("terms") WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "chat_messages_terms_idx" ON "chat_messages" USING gin ("terms") WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "chat_messages_unindexed_idx" ON "chat_messages" USING btree ("session_id","seq") WHERE "chat_messages"."terms" is null;