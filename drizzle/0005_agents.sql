CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"invited_by" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"used_by" uuid,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_role_known" CHECK ("invitations"."role" in ('admin', 'member'))
);
--> statement-breakpoint
CREATE TABLE "agent_memories" (
	"agent_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"notes" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"recall_runes" integer DEFAULT 0 NOT NULL,
	"last_flush_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"failure" text,
	"scanned_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_memories_agent_id_user_id_pk" PRIMARY KEY("agent_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"name" text NOT NULL,
	"emoji" text DEFAULT '' NOT NULL,
	"picture" text,
	"instructions" text DEFAULT '' NOT NULL,
	"model" text,
	"visibility" text DEFAULT 'private' NOT NULL,
	"opening_questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"config_json" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agents_visibility_known" CHECK ("agents"."visibility" in ('private', 'workspace'))
);
--> statement-breakpoint
CREATE TABLE "memory_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"author" text NOT NULL,
	"title" text NOT NULL,
	"before" text,
	"after" text,
	"job_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memory_entries" (
	"agent_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"file" text NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"tags" text[] NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"superseded_by" uuid,
	"body" text NOT NULL,
	"search_text" text NOT NULL,
	"fingerprint" text NOT NULL,
	"source_session_id" uuid,
	"source_message_ids" uuid[] NOT NULL,
	"runes" integer NOT NULL,
	"bytes" integer NOT NULL,
	"mtime_ms" bigint NOT NULL,
	"hash" text NOT NULL,
	"problem" text,
	"uses" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp (3) with time zone,
	"recall_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memory_entries_agent_id_user_id_id_pk" PRIMARY KEY("agent_id","user_id","id")
);
--> statement-breakpoint
CREATE TABLE "memory_jobs" (
	"session_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"from_seq" integer NOT NULL,
	"to_seq" integer NOT NULL,
	"message_ids" uuid[] NOT NULL,
	"day" text NOT NULL,
	"operations" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"error" text,
	"owner" uuid,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "memory_jobs_session_id_id_pk" PRIMARY KEY("session_id","id"),
	CONSTRAINT "memory_jobs_kind_known" CHECK ("memory_jobs"."kind" in ('flush', 'append', 'extract', 'strike', 'remember')),
	CONSTRAINT "memory_jobs_state_known" CHECK ("memory_jobs"."state" in ('pending', 'done', 'given_up'))
);
--> statement-breakpoint
CREATE TABLE "memory_notes" (
	"agent_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"day" text NOT NULL,
	"runes" integer NOT NULL,
	"bytes" integer NOT NULL,
	"mtime_ms" bigint NOT NULL,
	"hash" text NOT NULL,
	"problem" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memory_notes_agent_id_user_id_day_pk" PRIMARY KEY("agent_id","user_id","day")
);
--> statement-breakpoint
CREATE TABLE "memory_tombstones" (
	"agent_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"terms" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memory_tombstones_agent_id_user_id_fingerprint_pk" PRIMARY KEY("agent_id","user_id","fingerprint")
);
--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "policy" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "prompt_runes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_memories" ADD CONSTRAINT "agent_memories_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_memories" ADD CONSTRAINT "agent_memories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_changes" ADD CONSTRAINT "memory_changes_agent_id_user_id_agent_memories_agent_id_user_id_fk" FOREIGN KEY ("agent_id","user_id") REFERENCES "public"."agent_memories"("agent_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_entries" ADD CONSTRAINT "memory_entries_agent_id_user_id_agent_memories_agent_id_user_id_fk" FOREIGN KEY ("agent_id","user_id") REFERENCES "public"."agent_memories"("agent_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_jobs" ADD CONSTRAINT "memory_jobs_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_notes" ADD CONSTRAINT "memory_notes_agent_id_user_id_agent_memories_agent_id_user_id_fk" FOREIGN KEY ("agent_id","user_id") REFERENCES "public"."agent_memories"("agent_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_tombstones" ADD CONSTRAINT "memory_tombstones_agent_id_user_id_agent_memories_agent_id_user_id_fk" FOREIGN KEY ("agent_id","user_id") REFERENCES "public"."agent_memories"("agent_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_hash_key" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "invitations_workspace_idx" ON "invitations" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "agent_memories_user_idx" ON "agent_memories" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "agent_memories_deleted_idx" ON "agent_memories" USING btree ("deleted_at") WHERE "agent_memories"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "agents_workspace_idx" ON "agents" USING btree ("workspace_id","created_at","id") WHERE "agents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "agents_owner_idx" ON "agents" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "agents_deleted_idx" ON "agents" USING btree ("deleted_at") WHERE "agents"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "memory_changes_entry_idx" ON "memory_changes" USING btree ("agent_id","user_id","entry_id","created_at");--> statement-breakpoint
CREATE INDEX "memory_changes_newest_idx" ON "memory_changes" USING btree ("agent_id","user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "memory_entries_file_key" ON "memory_entries" USING btree ("agent_id","user_id","file");--> statement-breakpoint
CREATE INDEX "memory_entries_list_idx" ON "memory_entries" USING btree ("agent_id","user_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "memory_entries_pinned_idx" ON "memory_entries" USING btree ("agent_id","user_id","updated_at") WHERE "memory_entries"."pinned";--> statement-breakpoint
CREATE INDEX "memory_entries_recall_idx" ON "memory_entries" USING btree ("agent_id","user_id","recall_at","id") WHERE not "memory_entries"."pinned";--> statement-breakpoint
CREATE INDEX "memory_entries_fingerprint_idx" ON "memory_entries" USING btree ("agent_id","user_id","fingerprint");--> statement-breakpoint
CREATE INDEX "memory_jobs_due_idx" ON "memory_jobs" USING btree ("not_before") WHERE "memory_jobs"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "memory_jobs_range_idx" ON "memory_jobs" USING btree ("session_id","to_seq");--> statement-breakpoint
CREATE INDEX "memory_jobs_memory_idx" ON "memory_jobs" USING btree ("agent_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "chat_sessions_agent_idx" ON "chat_sessions" USING btree ("user_id","workspace_id","agent_id","updated_at","id") WHERE "chat_sessions"."deleted_at" is null and "chat_sessions"."agent_id" is not null;