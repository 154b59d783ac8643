-- CreateTable
CREATE TABLE "key_request" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "purpose" TEXT NOT NULL,
    "requests_per_minute" INTEGER NOT NULL,
    "sender" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "outcome" TEXT,
    "answer" TEXT,
    "closed_at" TIMESTAMPTZ(3),
    "key_id" UUID,

    CONSTRAINT "key_request_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "key_request_key_id_key" ON "key_request"("key_id");

-- CreateIndex
CREATE INDEX "key_request_sender_at_idx" ON "key_request"("sender", "at");

-- CreateIndex
CREATE INDEX "key_request_at_idx" ON "key_request"("at");

-- CreateIndex
CREATE INDEX "key_request_closed_at_idx" ON "key_request"("closed_at");

-- AddForeignKey
ALTER TABLE "key_request" ADD CONSTRAINT "key_request_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Checks
ALTER TABLE "key_request"
  ADD CONSTRAINT "key_request_check" CHECK (
    "requests_per_minute" BETWEEN 1 AND 100000
    AND length("name") <= 100 AND length("email") <= 254 AND length("purpose") <= 1000 AND length("answer") <= 500
  ),
  -- A request is answered with a key, or with a reason.
  ADD CONSTRAINT "key_request_outcome_check" CHECK (
    ("outcome" IS NULL) = ("closed_at" IS NULL)
    AND ("outcome" IS NULL OR "outcome" IN ('issued', 'refused'))
    AND ("outcome" IS DISTINCT FROM 'refused' OR "answer" <> '')
    AND ("key_id" IS NULL OR "outcome" = 'issued')
  );
