CREATE TABLE "accounts" (
	"provider" text NOT NULL,
	"provider_account_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_provider_provider_account_id_pk" PRIMARY KEY("provider","provider_account_id")
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"hint" text NOT NULL,
	"scopes" text[] NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid,
	"actor_id" uuid,
	"action" text NOT NULL,
	"target" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL,
	"resets_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"locale" text DEFAULT 'en' NOT NULL,
	"theme" text DEFAULT 'system' NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"session_epoch" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_theme_known" CHECK ("users"."theme" in ('system', 'light', 'dark'))
);
--> statement-breakpoint
CREATE TABLE "workspace_members" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspace_members_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id"),
	CONSTRAINT "workspace_members_role_known" CHECK ("workspace_members"."role" in ('owner', 'admin', 'member'))
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"default_model" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"session_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"role" text NOT NULL,
	"name" text,
	"parts" jsonb NOT NULL,
	"text" text NOT NULL,
	"runes" integer NOT NULL,
	"runes_before" bigint NOT NULL,
	"status" text DEFAULT 'complete' NOT NULL,
	"error" jsonb,
	"model" text,
	"usage" jsonb,
	"run_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_messages_session_id_id_pk" PRIMARY KEY("session_id","id"),
	CONSTRAINT "chat_messages_seq_key" UNIQUE("session_id","seq"),
	CONSTRAINT "chat_messages_role_known" CHECK ("chat_messages"."role" in ('user', 'assistant', 'system')),
	CONSTRAINT "chat_messages_status_known" CHECK ("chat_messages"."status" in ('complete', 'running', 'interrupted', 'failed')),
	CONSTRAINT "chat_messages_seq_positive" CHECK ("chat_messages"."seq" > 0)
);
--> statement-breakpoint
CREATE TABLE "chat_run_events" (
	"session_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"last_n" integer NOT NULL,
	"chunks" jsonb NOT NULL,
	CONSTRAINT "chat_run_events_session_id_run_id_last_n_pk" PRIMARY KEY("session_id","run_id","last_n")
);
--> statement-breakpoint
CREATE TABLE "chat_runs" (
	"session_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_message_id" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"assistant_message_id" uuid NOT NULL,
	"status" text NOT NULL,
	"error" jsonb,
	"model" text NOT NULL,
	"owner" text NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"stop_requested_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "chat_runs_session_id_id_pk" PRIMARY KEY("session_id","id"),
	CONSTRAINT "chat_runs_user_message_key" UNIQUE("session_id","user_message_id"),
	CONSTRAINT "chat_runs_status_known" CHECK ("chat_runs"."status" in ('running', 'complete', 'stopped', 'interrupted', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "chat_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"agent_id" uuid,
	"title" text DEFAULT '' NOT NULL,
	"title_set" boolean DEFAULT false NOT NULL,
	"model" text,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"total_runes" bigint DEFAULT 0 NOT NULL,
	"pinned_at" timestamp (3) with time zone,
	"archived_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"forked_from_session_id" uuid,
	"forked_from_message_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "truncated_messages" (
	"session_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"role" text NOT NULL,
	"name" text,
	"parts" jsonb NOT NULL,
	"text" text NOT NULL,
	"runes" integer NOT NULL,
	"runes_before" bigint NOT NULL,
	"status" text DEFAULT 'complete' NOT NULL,
	"error" jsonb,
	"model" text,
	"usage" jsonb,
	"run_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"truncation_id" uuid NOT NULL,
	CONSTRAINT "truncated_messages_session_id_truncation_id_seq_pk" PRIMARY KEY("session_id","truncation_id","seq")
);
--> statement-breakpoint
CREATE TABLE "truncations" (
	"session_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"from_seq" integer NOT NULL,
	"to_seq" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "truncations_session_id_id_pk" PRIMARY KEY("session_id","id")
);
--> statement-breakpoint
CREATE TABLE "model_limits" (
	"workspace_id" uuid NOT NULL,
	"model" text NOT NULL,
	"limit_runes" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_limits_workspace_id_model_pk" PRIMARY KEY("workspace_id","model")
);
--> statement-breakpoint
CREATE TABLE "model_providers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"base_url" text,
	"key_encrypted" text,
	"models" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_providers_kind_known" CHECK ("model_providers"."kind" in ('openai', 'anthropic', 'google', 'openai-compatible'))
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_run_events" ADD CONSTRAINT "chat_run_events_session_id_run_id_chat_runs_session_id_id_fk" FOREIGN KEY ("session_id","run_id") REFERENCES "public"."chat_runs"("session_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_runs" ADD CONSTRAINT "chat_runs_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD CONSTRAINT "chat_sessions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD CONSTRAINT "chat_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "truncated_messages" ADD CONSTRAINT "truncated_messages_truncation_fk" FOREIGN KEY ("session_id","truncation_id") REFERENCES "public"."truncations"("session_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "truncations" ADD CONSTRAINT "truncations_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_limits" ADD CONSTRAINT "model_limits_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_providers" ADD CONSTRAINT "model_providers_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_user_idx" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_hash_key" ON "api_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "api_tokens_user_idx" ON "api_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_log_workspace_idx" ON "audit_log" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "rate_limits_resets_idx" ON "rate_limits" USING btree ("resets_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "workspace_members_user_idx" ON "workspace_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "chat_messages_id_idx" ON "chat_messages" USING btree ("id");--> statement-breakpoint
CREATE INDEX "chat_messages_turns_idx" ON "chat_messages" USING btree ("session_id","seq") WHERE "chat_messages"."role" = 'user';--> statement-breakpoint
CREATE INDEX "chat_messages_budget_idx" ON "chat_messages" USING btree ("session_id","runes_before") WHERE "chat_messages"."role" = 'user';--> statement-breakpoint
CREATE INDEX "chat_runs_id_idx" ON "chat_runs" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_runs_active_key" ON "chat_runs" USING btree ("session_id") WHERE "chat_runs"."status" = 'running';--> statement-breakpoint
CREATE INDEX "chat_runs_lease_idx" ON "chat_runs" USING btree ("lease_until") WHERE "chat_runs"."status" = 'running';--> statement-breakpoint
CREATE INDEX "chat_sessions_list_idx" ON "chat_sessions" USING btree ("user_id","workspace_id","updated_at","id") WHERE "chat_sessions"."deleted_at" is null and "chat_sessions"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "chat_sessions_archived_idx" ON "chat_sessions" USING btree ("user_id","workspace_id","updated_at","id") WHERE "chat_sessions"."deleted_at" is null and "chat_sessions"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "chat_sessions_pinned_idx" ON "chat_sessions" USING btree ("user_id","workspace_id","updated_at","id") WHERE "chat_sessions"."deleted_at" is null and "chat_sessions"."pinned_at" is not null;--> statement-breakpoint
CREATE INDEX "chat_sessions_deleted_idx" ON "chat_sessions" USING btree ("deleted_at") WHERE "chat_sessions"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "truncations_id_idx" ON "truncations" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "model_providers_slug_key" ON "model_providers" USING btree ("workspace_id","slug");