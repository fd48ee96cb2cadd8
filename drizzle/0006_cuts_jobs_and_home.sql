ALTER TABLE "memory_jobs" DROP CONSTRAINT "memory_jobs_state_known";--> statement-breakpoint
DROP INDEX "chat_sessions_agent_idx";--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "is_home" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "truncations" ADD COLUMN "after_message_id" uuid;--> statement-breakpoint
CREATE INDEX "memory_jobs_next_idx" ON "memory_jobs" USING btree ("session_id","id") WHERE "memory_jobs"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "memory_jobs_waiting_idx" ON "memory_jobs" USING btree ("agent_id","user_id") WHERE "memory_jobs"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "chat_sessions_agent_idx" ON "chat_sessions" USING btree ("agent_id","user_id","workspace_id","updated_at","id") WHERE "chat_sessions"."agent_id" is not null;--> statement-breakpoint
ALTER TABLE "agent_memories" DROP COLUMN "recall_runes";--> statement-breakpoint
ALTER TABLE "memory_jobs" ADD CONSTRAINT "memory_jobs_state_known" CHECK ("memory_jobs"."state" in ('pending', 'done'));--> statement-breakpoint
-- Of cuts that were made before: the message there that was cut off first since then, or else the one that stands there.
UPDATE "truncations" t SET "after_message_id" = coalesce(
  (SELECT tm.id FROM "truncated_messages" tm
    JOIN "truncations" later ON later.session_id = tm.session_id AND later.id = tm.truncation_id
    WHERE tm.session_id = t.session_id AND tm.seq = t.from_seq - 1 AND (later.created_at, later.id) > (t.created_at, t.id)
    ORDER BY later.created_at, later.id LIMIT 1),
  (SELECT m.id FROM "chat_messages" m WHERE m.session_id = t.session_id AND m.seq = t.from_seq - 1))
WHERE t.from_seq > 1;--> statement-breakpoint
-- New accounts joined the oldest workspace that somebody owns.
UPDATE "workspaces" SET "is_home" = true WHERE "id" = (
  SELECT w.id FROM "workspaces" w
  WHERE EXISTS (SELECT 1 FROM "workspace_members" m WHERE m.workspace_id = w.id AND m.role = 'owner')
  ORDER BY w.created_at, w.id LIMIT 1);
