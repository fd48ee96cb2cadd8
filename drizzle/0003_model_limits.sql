ALTER TABLE "model_limits" ADD COLUMN "limit_tokens" integer;--> statement-breakpoint
ALTER TABLE "model_limits" ADD COLUMN "token_factor" real;--> statement-breakpoint
ALTER TABLE "model_limits" ADD COLUMN "samples" integer DEFAULT 0 NOT NULL;