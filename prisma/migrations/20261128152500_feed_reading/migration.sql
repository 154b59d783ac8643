-- AlterTable
ALTER TABLE "feed" ADD COLUMN     "paused_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "feed_reading" (
    "id" SERIAL NOT NULL,
    "feed_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "failure" TEXT,
    "change_set_id" INTEGER,

    CONSTRAINT "feed_reading_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "feed_reading_feed_id_id_idx" ON "feed_reading"("feed_id", "id");

-- Checks
ALTER TABLE "feed_reading" ADD CONSTRAINT "feed_reading_check" CHECK (
  "outcome" IN ('unchanged', 'nothing new', 'waiting', 'published', 'faulty', 'failed')
  AND ("outcome" IN ('faulty', 'failed')) = ("failure" IS NOT NULL)
);
