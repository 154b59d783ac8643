-- What a source may say of a reading beside its price, kept with it and published with the price. Files of exports have the
-- columns, and are made again.
ALTER TABLE "observation"
  ADD COLUMN "read_at" TIMESTAMPTZ(3),
  ADD COLUMN "quote" TEXT,
  ADD COLUMN "method" TEXT,
  ADD COLUMN "plan" TEXT,
  ADD CONSTRAINT "observation_method_check" CHECK ("method" IN ('page', 'api', 'receipt', 'staff', 'visitor')),
  ADD CONSTRAINT "observation_words_check" CHECK (length("quote") <= 120 AND length("plan") <= 100),
  ADD CONSTRAINT "observation_redacted_words_check" CHECK (NOT "is_redacted" OR num_nonnulls("read_at", "quote", "method", "plan") = 0);

ALTER TABLE "price"
  ADD COLUMN "read_at" TIMESTAMPTZ(3),
  ADD COLUMN "quote" TEXT,
  ADD COLUMN "method" TEXT,
  ADD COLUMN "plan" TEXT;

DELETE FROM "dataset_file";
