-- What counts once stands in a table of its own, and refers to the event of the audit trail that it led to.
-- CreateTable
CREATE TABLE "sent_once" (
    "id" UUID NOT NULL,
    "event_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sent_once_pkey" PRIMARY KEY ("id")
);

INSERT INTO "sent_once" ("id", "event_id", "at") SELECT "form_id", "id", "at" FROM "audit_event" WHERE "form_id" IS NOT NULL;

-- DropIndex
DROP INDEX "audit_event_form_id_key";

-- AlterTable
ALTER TABLE "audit_event" DROP COLUMN "form_id";

-- CreateIndex
CREATE UNIQUE INDEX "sent_once_event_id_key" ON "sent_once"("event_id");

-- CreateIndex
CREATE INDEX "sent_once_at_idx" ON "sent_once"("at");

-- AddForeignKey
ALTER TABLE "sent_once" ADD CONSTRAINT "sent_once_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "audit_event"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
