ALTER TABLE "desk_entry"
  ADD COLUMN "quote" TEXT,
  ADD CONSTRAINT "desk_entry_quote_check" CHECK ("quote" IS NULL OR "amount" IS NOT NULL AND length("quote") <= 120);
