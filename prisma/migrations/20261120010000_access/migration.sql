-- CreateEnum
CREATE TYPE "role" AS ENUM ('owner', 'editor', 'viewer');

-- CreateTable
CREATE TABLE "staff" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "role" "role" NOT NULL,
    "password_hash" TEXT,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "session_version" INTEGER NOT NULL DEFAULT 1,
    "setup_hash" TEXT,
    "setup_expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_sign_in_at" TIMESTAMPTZ(3),

    CONSTRAINT "staff_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_failure" (
    "id" SERIAL NOT NULL,
    "account" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_failure_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "contact_email" TEXT,
    "note" TEXT,
    "requests_per_minute" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" UUID,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key_token" (
    "id" UUID NOT NULL,
    "key_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key_usage" (
    "key_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "answered" INTEGER NOT NULL DEFAULT 0,
    "limited" INTEGER NOT NULL DEFAULT 0,
    "errors" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "api_key_usage_pkey" PRIMARY KEY ("key_id","day")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" SERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" UUID,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target_type" TEXT NOT NULL,
    "target_id" TEXT,
    "target_name" TEXT,
    "before" JSONB,
    "after" JSONB,
    "address" TEXT,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "staff_email_key" ON "staff"("email");

-- CreateIndex
CREATE UNIQUE INDEX "staff_setup_hash_key" ON "staff"("setup_hash");

-- CreateIndex
CREATE INDEX "sign_in_failure_account_at_idx" ON "sign_in_failure"("account", "at");

-- CreateIndex
CREATE INDEX "sign_in_failure_address_at_idx" ON "sign_in_failure"("address", "at");

-- CreateIndex
CREATE INDEX "api_key_created_by_id_idx" ON "api_key"("created_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_token_hash_key" ON "api_key_token"("hash");

-- CreateIndex
CREATE INDEX "api_key_token_key_id_idx" ON "api_key_token"("key_id");

-- CreateIndex
CREATE INDEX "audit_event_at_idx" ON "audit_event"("at");

-- CreateIndex
CREATE INDEX "audit_event_actor_at_idx" ON "audit_event"("actor", "at");

-- CreateIndex
CREATE INDEX "audit_event_target_id_at_idx" ON "audit_event"("target_id", "at");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "staff"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key_token" ADD CONSTRAINT "api_key_token_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key_usage" ADD CONSTRAINT "api_key_usage_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Checks: what no row may ever say, whoever writes it.
ALTER TABLE "staff"
  ADD CONSTRAINT "staff_email_check" CHECK ("email" = lower("email") AND "email" ~ '^[^@\s]+@[^@\s]+$'),
  ADD CONSTRAINT "staff_setup_check" CHECK (("setup_hash" IS NULL) = ("setup_expires_at" IS NULL));
ALTER TABLE "api_key"
  ADD CONSTRAINT "api_key_name_check" CHECK ("name" <> ''),
  ADD CONSTRAINT "api_key_requests_per_minute_check" CHECK ("requests_per_minute" BETWEEN 1 AND 100000);
ALTER TABLE "api_key_token"
  ADD CONSTRAINT "api_key_token_hash_check" CHECK ("hash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "api_key_usage"
  ADD CONSTRAINT "api_key_usage_check" CHECK ("answered" >= 0 AND "limited" >= 0 AND "errors" >= 0);

-- The audit log only grows.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed or removed', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER "audit_event_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_event"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
