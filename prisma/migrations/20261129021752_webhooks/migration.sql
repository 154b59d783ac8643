-- CreateTable
CREATE TABLE "webhook" (
    "key_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "kinds" TEXT[],
    "secret" TEXT NOT NULL,
    "secret_before" TEXT,
    "secret_ends" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "paused_by" TEXT,

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("key_id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "key_id" UUID NOT NULL,
    "version_id" INTEGER,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "tried_at" TIMESTAMPTZ(3),
    "status" INTEGER,
    "failure" TEXT,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_delivery_state_due_at_idx" ON "webhook_delivery"("state", "due_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_delivery_key_id_version_id_key" ON "webhook_delivery"("key_id", "version_id");

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "webhook"("key_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma has no word for
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_kinds" CHECK (kinds <@ '{added,changed,corrected,ended,outdated,returned,withdrawn}');
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_pause" CHECK ((paused_at IS NULL) = (paused_by IS NULL) AND paused_by IN ('staff', 'failures', 'gone'));
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_state" CHECK (state IN ('waiting', 'delivered', 'failed', 'empty', 'dropped'));
