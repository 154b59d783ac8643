-- What pages say about buying a product from abroad: published sentences, and those of drafts of the desk.
-- CreateTable
CREATE TABLE "access_entry" (
    "entry_id" SERIAL NOT NULL,
    "product" TEXT COLLATE "C" NOT NULL,
    "question" TEXT COLLATE "C" NOT NULL,
    "sentence" TEXT,
    "source_url" TEXT,
    "read_on" DATE,
    "recorded_in" INTEGER NOT NULL,
    "superseded_in" INTEGER,

    CONSTRAINT "access_entry_pkey" PRIMARY KEY ("entry_id")
);

-- CreateTable
CREATE TABLE "desk_access" (
    "id" SERIAL NOT NULL,
    "change_set_id" INTEGER NOT NULL,
    "product" TEXT COLLATE "C" NOT NULL,
    "question" TEXT COLLATE "C" NOT NULL,
    "sentence" TEXT,
    "source_url" TEXT,
    "read_on" DATE,
    "staff_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "desk_access_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "access_entry_product_idx" ON "access_entry"("product");

-- CreateIndex
CREATE INDEX "desk_access_staff_id_idx" ON "desk_access"("staff_id");

-- CreateIndex
CREATE UNIQUE INDEX "desk_access_change_set_id_product_question_key" ON "desk_access"("change_set_id", "product", "question");

-- AddForeignKey
ALTER TABLE "desk_access" ADD CONSTRAINT "desk_access_change_set_id_fkey" FOREIGN KEY ("change_set_id") REFERENCES "change_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "desk_access" ADD CONSTRAINT "desk_access_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Checks
CREATE UNIQUE INDEX "access_entry_standing" ON "access_entry"("product", "question") WHERE "superseded_in" IS NULL;
ALTER TABLE "access_entry"
  ADD CONSTRAINT "access_entry_versions_check" CHECK ("recorded_in" < "superseded_in"),
  ADD CONSTRAINT "access_entry_check" CHECK (
    "question" IN ('payment', 'account_country', 'moving', 'family_abroad')
    AND num_nulls("sentence", "source_url", "read_on") IN (0, 3)
    AND length("sentence") BETWEEN 1 AND 200 AND length("source_url") <= 2048 AND "source_url" ~ '^https?://'
  );
ALTER TABLE "desk_access" ADD CONSTRAINT "desk_access_check" CHECK (
  "question" IN ('payment', 'account_country', 'moving', 'family_abroad')
  AND num_nulls("sentence", "source_url", "read_on") IN (0, 3)
  AND length("sentence") BETWEEN 1 AND 200 AND length("source_url") <= 2048 AND "source_url" ~ '^https?://'
);
