-- CreateTable
CREATE TABLE "passkey" (
    "id" UUID NOT NULL,
    "staff_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkey_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkey_credential_id_key" ON "passkey"("credential_id");

-- CreateIndex
CREATE INDEX "passkey_staff_id_idx" ON "passkey"("staff_id");

-- AddForeignKey
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Checks
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_check" CHECK (
  length("name") BETWEEN 1 AND 100 AND length("credential_id") BETWEEN 1 AND 1364 AND "counter" >= 0
);
