-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "scope" TEXT NOT NULL DEFAULT 'read';

-- CreateTable
CREATE TABLE "collection" (
    "change_set_id" INTEGER NOT NULL,
    "key_id" UUID NOT NULL,
    "idempotency_key" TEXT,
    "sha256" TEXT NOT NULL,
    "answer" JSONB,

    CONSTRAINT "collection_pkey" PRIMARY KEY ("change_set_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "collection_key_id_idempotency_key_key" ON "collection"("key_id", "idempotency_key");

-- AddForeignKey
ALTER TABLE "collection" ADD CONSTRAINT "collection_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection" ADD CONSTRAINT "collection_change_set_id_fkey" FOREIGN KEY ("change_set_id") REFERENCES "change_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Checks
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_scope_check" CHECK ("scope" IN ('read', 'collect'));
ALTER TABLE "collection"
  ADD CONSTRAINT "collection_check" CHECK ("sha256" ~ '^[0-9a-f]{64}$' AND length("idempotency_key") BETWEEN 1 AND 255);
ALTER TABLE "change_set"
  DROP CONSTRAINT "change_set_words_check",
  ADD CONSTRAINT "change_set_words_check" CHECK (
    "title" <> '' AND "author" <> '' AND "reasons" IS NOT NULL
    AND "origin" IN ('upload', 'desk', 'refresh', 'collect', 'command')
    AND "state" IN ('draft', 'waiting', 'approved', 'published', 'withdrawn')
  );
