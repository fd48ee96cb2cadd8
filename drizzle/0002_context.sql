CREATE TABLE "context_rolls" (
	"session_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"base_version" integer NOT NULL,
	"from_seq" integer NOT NULL,
	"to_seq" integer NOT NULL,
	"to_message_id" uuid NOT NULL,
	"covered_runes" bigint NOT NULL,
	"summary" text NOT NULL,
	"summary_runes" integer NOT NULL,
	"kept" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reason" text NOT NULL,
	"method" text NOT NULL,
	"fallback" text,
	"redo_from" integer,
	"model" text,
	"instructions" text,
	"runes_before" integer NOT NULL,
	"runes_after" integer NOT NULL,
	"usage" jsonb,
	"duration_ms" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "context_rolls_session_id_version_pk" PRIMARY KEY("session_id","version"),
	CONSTRAINT "context_rolls_range" CHECK ("context_rolls"."to_seq" >= "context_rolls"."from_seq" - 1 and "context_rolls"."version" > 0)
);
--> statement-breakpoint
CREATE TABLE "context_work" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"wanted" text,
	"not_before" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"staged_version" integer,
	"owner" uuid,
	"lease_until" timestamp (3) with time zone,
	"yield_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "context_summary" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "context_summary_runes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "context_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "verbatim_since_seq" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "verbatim_since_message_id" uuid;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "verbatim_since_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "covered_runes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "runes_per_token" real;--> statement-breakpoint
ALTER TABLE "truncations" ADD COLUMN "context_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "context_rolls" ADD CONSTRAINT "context_rolls_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "context_work" ADD CONSTRAINT "context_work_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "context_work_wanted_idx" ON "context_work" USING btree ("not_before") WHERE "context_work"."wanted" is not null;--> statement-breakpoint
ALTER TABLE "model_limits" DROP COLUMN "limit_runes";