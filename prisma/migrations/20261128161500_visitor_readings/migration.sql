-- What visitors say that a subscription costs, and the entries of the desk that staff made of it.
-- AlterTable
ALTER TABLE "desk_entry" ADD COLUMN     "reading_id" INTEGER;

-- CreateTable
CREATE TABLE "visitor_reading" (
    "id" SERIAL NOT NULL,
    "product" TEXT COLLATE "C" NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "platform" "platform" NOT NULL,
    "period" "period" NOT NULL,
    "amount" DECIMAL(15,4) NOT NULL,
    "currency" TEXT COLLATE "C" NOT NULL,
    "quote" TEXT,
    "plan" TEXT,
    "observed_on" DATE NOT NULL,
    "source_url" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "declined_at" TIMESTAMPTZ(3),

    CONSTRAINT "visitor_reading_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "visitor_reading_product_country_platform_period_idx" ON "visitor_reading"("product", "country", "platform", "period");

-- CreateIndex
CREATE INDEX "visitor_reading_sender_at_idx" ON "visitor_reading"("sender", "at");

-- CreateIndex
CREATE INDEX "visitor_reading_at_idx" ON "visitor_reading"("at");

-- CreateIndex
CREATE INDEX "desk_entry_reading_id_idx" ON "desk_entry"("reading_id");

-- AddForeignKey
ALTER TABLE "desk_entry" ADD CONSTRAINT "desk_entry_reading_id_fkey" FOREIGN KEY ("reading_id") REFERENCES "visitor_reading"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Checks
ALTER TABLE "visitor_reading"
  ADD CONSTRAINT "visitor_reading_check" CHECK (
    "amount" > 0 AND "source_url" ~ '^https?://' AND "product" <> '' AND "country" ~ '^[A-Z]{2}$' AND "currency" ~ '^[A-Z]{3}$'
  ),
  ADD CONSTRAINT "visitor_reading_length_check" CHECK (
    length("quote") <= 120 AND length("plan") <= 100 AND length("source_url") <= 2048
  );
