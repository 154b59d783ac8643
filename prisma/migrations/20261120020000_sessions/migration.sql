-- CreateTable
CREATE TABLE "staff_session" (
    "id" UUID NOT NULL,
    "staff_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_session_pkey" PRIMARY KEY ("id")
);

-- AlterTable
ALTER TABLE "audit_event" ADD COLUMN "form_id" UUID;

-- CreateIndex
CREATE INDEX "staff_session_staff_id_idx" ON "staff_session"("staff_id");

-- CreateIndex
CREATE UNIQUE INDEX "audit_event_form_id_key" ON "audit_event"("form_id");

-- AddForeignKey
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;
