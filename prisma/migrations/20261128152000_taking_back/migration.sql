-- AlterTable
ALTER TABLE "change_set" ADD COLUMN     "takes_back_id" INTEGER;

-- CreateIndex
CREATE INDEX "change_set_takes_back_id_idx" ON "change_set"("takes_back_id");

-- AddForeignKey
ALTER TABLE "change_set" ADD CONSTRAINT "change_set_takes_back_id_fkey" FOREIGN KEY ("takes_back_id") REFERENCES "change_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Checks
ALTER TABLE "change_set"
  DROP CONSTRAINT "change_set_words_check",
  ADD CONSTRAINT "change_set_words_check" CHECK (
    "title" <> '' AND "author" <> '' AND "reasons" IS NOT NULL
    AND "origin" IN ('upload', 'desk', 'refresh', 'collect', 'revert', 'command')
    AND "state" IN ('draft', 'waiting', 'approved', 'published', 'withdrawn')
  ),
  -- What was published is never taken back without a second person.
  ADD CONSTRAINT "change_set_revert_check" CHECK (
    ("origin" = 'revert') = ("takes_back_id" IS NOT NULL)
    AND ("takes_back_id" IS NULL OR "state" NOT IN ('approved', 'published') OR "approver_id" IS NOT NULL)
  );
-- A change set is taken back once.
CREATE UNIQUE INDEX "change_set_taken_back_once_idx" ON "change_set"("takes_back_id") WHERE "state" <> 'withdrawn';
ALTER TABLE "correction"
  DROP CONSTRAINT "correction_reason_check",
  ADD CONSTRAINT "correction_reason_check" CHECK (
    "reason" IN ('typing_error', 'source_error', 'wrong_series', 'duplicate', 'source_withdrew', 'taken_back', 'licence')
  );
