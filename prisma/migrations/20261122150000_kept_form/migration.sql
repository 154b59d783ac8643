-- CreateTable
CREATE TABLE "kept_form" (
    "browser_id" UUID NOT NULL,
    "form" TEXT NOT NULL,
    "staff_id" UUID NOT NULL,
    "texts" JSONB NOT NULL,
    "kept_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kept_form_pkey" PRIMARY KEY ("browser_id","form")
);

-- CreateIndex
CREATE INDEX "kept_form_staff_id_idx" ON "kept_form"("staff_id");

-- AddForeignKey
ALTER TABLE "kept_form" ADD CONSTRAINT "kept_form_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;
