-- CreateTable
CREATE TABLE "change_set" (
    "id" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "feed_id" TEXT,
    "state" TEXT NOT NULL DEFAULT 'draft',
    "author_id" UUID,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "preview" JSONB,
    "previewed_at" TIMESTAMPTZ(3),
    "previewed_id" INTEGER,
    "reasons" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "note" TEXT,
    "approver_id" UUID,
    "approver" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "failure" TEXT,
    "version_id" INTEGER,

    CONSTRAINT "change_set_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "change_set_file" (
    "id" SERIAL NOT NULL,
    "change_set_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,

    CONSTRAINT "change_set_file_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "change_set_chunk" (
    "file_id" INTEGER NOT NULL,
    "part" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "change_set_chunk_pkey" PRIMARY KEY ("file_id","part")
);

-- CreateTable
CREATE TABLE "desk_entry" (
    "id" SERIAL NOT NULL,
    "price_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "amount" DECIMAL(15,4),
    "currency" TEXT,
    "observed_on" DATE,
    "source_url" TEXT,
    "reason" TEXT,
    "note" TEXT,
    "change_set_id" INTEGER,
    "staff_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "desk_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_report" (
    "id" SERIAL NOT NULL,
    "price_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "found_by" TEXT NOT NULL,
    "was_amount" DECIMAL(15,4) NOT NULL,
    "was_currency" TEXT NOT NULL,
    "amount" DECIMAL(15,4),
    "currency" TEXT,
    "source_url" TEXT,
    "email" TEXT,
    "sender" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "change_set_id" INTEGER,
    "answer" TEXT,
    "outcome" TEXT,
    "closed_at" TIMESTAMPTZ(3),
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "price_report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_use" (
    "product" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "requests" INTEGER NOT NULL,

    CONSTRAINT "product_use_pkey" PRIMARY KEY ("product","day")
);

-- CreateTable
CREATE TABLE "feed" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "publisher" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "license" TEXT NOT NULL,
    "cadence_days" INTEGER NOT NULL,
    "auto_publish" BOOLEAN NOT NULL DEFAULT false,
    "etag" TEXT,
    "last_modified" TEXT,
    "sha256" TEXT,
    "asked_at" TIMESTAMPTZ(3),
    "last_read_on" DATE,
    "next_due_on" DATE NOT NULL DEFAULT CURRENT_DATE,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,
    "retry_at" TIMESTAMPTZ(3),

    CONSTRAINT "feed_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "change_set_state_idx" ON "change_set"("state");

-- CreateIndex
CREATE INDEX "change_set_author_id_idx" ON "change_set"("author_id");

-- CreateIndex
CREATE INDEX "change_set_approver_id_idx" ON "change_set"("approver_id");

-- CreateIndex
CREATE INDEX "change_set_version_id_idx" ON "change_set"("version_id");

-- CreateIndex
CREATE INDEX "change_set_feed_id_idx" ON "change_set"("feed_id");

-- CreateIndex
CREATE INDEX "change_set_file_change_set_id_idx" ON "change_set_file"("change_set_id");

-- CreateIndex
CREATE INDEX "desk_entry_price_id_at_idx" ON "desk_entry"("price_id", "at");

-- CreateIndex
CREATE INDEX "desk_entry_change_set_id_idx" ON "desk_entry"("change_set_id");

-- CreateIndex
CREATE INDEX "desk_entry_staff_id_idx" ON "desk_entry"("staff_id");

-- CreateIndex
CREATE INDEX "price_report_price_id_idx" ON "price_report"("price_id");

-- CreateIndex
CREATE INDEX "price_report_sender_at_idx" ON "price_report"("sender", "at");

-- CreateIndex
CREATE INDEX "price_report_at_idx" ON "price_report"("at");

-- CreateIndex
CREATE INDEX "price_report_closed_at_idx" ON "price_report"("closed_at");

-- CreateIndex
CREATE INDEX "price_report_changed_at_idx" ON "price_report"("changed_at");

-- CreateIndex
CREATE INDEX "price_report_change_set_id_idx" ON "price_report"("change_set_id");

-- AddForeignKey
ALTER TABLE "change_set" ADD CONSTRAINT "change_set_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_set" ADD CONSTRAINT "change_set_approver_id_fkey" FOREIGN KEY ("approver_id") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_set" ADD CONSTRAINT "change_set_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_set_file" ADD CONSTRAINT "change_set_file_change_set_id_fkey" FOREIGN KEY ("change_set_id") REFERENCES "change_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_set_chunk" ADD CONSTRAINT "change_set_chunk_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "change_set_file"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "desk_entry" ADD CONSTRAINT "desk_entry_price_id_fkey" FOREIGN KEY ("price_id") REFERENCES "price"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "desk_entry" ADD CONSTRAINT "desk_entry_change_set_id_fkey" FOREIGN KEY ("change_set_id") REFERENCES "change_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "desk_entry" ADD CONSTRAINT "desk_entry_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_report" ADD CONSTRAINT "price_report_price_id_fkey" FOREIGN KEY ("price_id") REFERENCES "price"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_report" ADD CONSTRAINT "price_report_change_set_id_fkey" FOREIGN KEY ("change_set_id") REFERENCES "change_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Checks: what no row may ever say, whoever writes it.
ALTER TABLE "change_set"
  ADD CONSTRAINT "change_set_words_check" CHECK (
    "title" <> '' AND "author" <> '' AND "reasons" IS NOT NULL
    AND "origin" IN ('upload', 'desk', 'refresh', 'command')
    AND "state" IN ('draft', 'waiting', 'approved', 'published', 'withdrawn')
  ),
  -- Nobody approves what they wrote themselves.
  ADD CONSTRAINT "change_set_two_people_check" CHECK (
    ("approver_id" IS NULL) = ("approver" IS NULL) AND "approver_id" <> "author_id" AND lower("approver") <> lower("author")
  ),
  -- The command line publishes at once; whoever may run it may change the database itself.
  ADD CONSTRAINT "change_set_approval_check" CHECK (
    "state" NOT IN ('approved', 'published') OR cardinality("reasons") = 0 OR "approver_id" IS NOT NULL OR "origin" = 'command'
  ),
  ADD CONSTRAINT "change_set_published_check" CHECK (("state" = 'published') = ("version_id" IS NOT NULL)),
  ADD CONSTRAINT "change_set_waiting_check" CHECK (
    "state" NOT IN ('waiting', 'approved') OR "preview" IS NOT NULL
  );
ALTER TABLE "change_set_file"
  ADD CONSTRAINT "change_set_file_check" CHECK ("name" <> '' AND "bytes" >= 0 AND "sha256" ~ '^[0-9a-f]{64}$');
ALTER TABLE "desk_entry"
  ADD CONSTRAINT "desk_entry_kind_check" CHECK (
    "kind" IN ('confirm', 'amount', 'ended', 'unsure', 'replace', 'withdraw')
  ),
  -- Only "cannot tell" needs no day, no address and no change set.
  ADD CONSTRAINT "desk_entry_read_check" CHECK (
    "kind" = 'unsure' OR ("observed_on" IS NOT NULL AND "source_url" ~ '^https?://' AND "change_set_id" IS NOT NULL)
  ),
  ADD CONSTRAINT "desk_entry_amount_check" CHECK (
    ("amount" IS NULL) = ("currency" IS NULL) AND ("amount" IS NOT NULL) = ("kind" IN ('confirm', 'amount', 'replace'))
  ),
  ADD CONSTRAINT "desk_entry_correction_check" CHECK (("reason" IS NOT NULL) = ("kind" IN ('replace', 'withdraw')));
ALTER TABLE "price_report"
  ADD CONSTRAINT "price_report_words_check" CHECK (
    "kind" IN ('amount', 'currency', 'period', 'ended', 'outlier') AND "found_by" IN ('visitor', 'check')
    AND ("outcome" IS NULL OR "outcome" IN ('corrected', 'kept'))
  ),
  ADD CONSTRAINT "price_report_visitor_check" CHECK (
    "found_by" = 'check' OR ("source_url" ~ '^https?://' AND "sender" IS NOT NULL)
  ),
  -- A report is closed with a reason.
  ADD CONSTRAINT "price_report_outcome_check" CHECK (
    ("outcome" IS NULL) = ("closed_at" IS NULL) AND ("outcome" IS NULL OR "answer" <> '')
  ),
  ADD CONSTRAINT "price_report_length_check" CHECK (
    length("source_url") <= 2048 AND length("email") <= 254 AND length("answer") <= 500
  );
ALTER TABLE "product_use" ADD CONSTRAINT "product_use_check" CHECK ("requests" > 0);
ALTER TABLE "feed"
  ADD CONSTRAINT "feed_check" CHECK (
    "address" ~ '^https?://' AND "cadence_days" BETWEEN 1 AND 400 AND "failures" >= 0
    AND "format" IN ('ecb-xml', 'currency-api', 'netflix', 'opentherank', 'ecb', 'native')
  );

-- Who wrote a change set stays, what was previewed is what is approved, and a decision is final.
CREATE FUNCTION "guard_change_set"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.origin, NEW.author_id, NEW.author, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.origin, OLD.author_id, OLD.author, OLD.created_at) THEN
    RAISE EXCEPTION 'the author of change set % stays', OLD.id;
  END IF;
  IF OLD.state IN ('published', 'withdrawn') THEN
    RAISE EXCEPTION 'change set % is %', OLD.id, OLD.state;
  END IF;
  IF NEW.state = 'approved' AND OLD.state NOT IN ('waiting', 'approved') OR NEW.state = 'published' AND OLD.state <> 'approved' THEN
    RAISE EXCEPTION 'change set % is %, not approved', OLD.id, OLD.state;
  END IF;
  IF NEW.state IN ('approved', 'published') AND (NEW.preview, NEW.previewed_id, NEW.reasons)
      IS DISTINCT FROM (OLD.preview, OLD.previewed_id, OLD.reasons) THEN
    RAISE EXCEPTION 'the preview of change set % stays when it is approved', OLD.id;
  END IF;
  IF NEW.state = 'published' AND (NEW.approver_id, NEW.approver) IS DISTINCT FROM (OLD.approver_id, OLD.approver) THEN
    RAISE EXCEPTION 'the approver of change set % stays', OLD.id;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER "change_set_guard" BEFORE UPDATE ON "change_set" FOR EACH ROW EXECUTE FUNCTION "guard_change_set"();
CREATE TRIGGER "change_set_kept" BEFORE DELETE OR TRUNCATE ON "change_set"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

-- The publications that are read by themselves, once the scheduler is turned on; sources.csv has their credits.
INSERT INTO "feed" ("id", "name", "publisher", "address", "format", "license", "cadence_days", "auto_publish") VALUES
  ('ecb', 'Euro foreign exchange reference rates', 'European Central Bank',
   'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml', 'ecb-xml', 'attribution', 1, true),
  ('currency-api', 'Currency API', 'fawazahmed0',
   'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@latest/v1/currencies/usd.json', 'currency-api', 'CC0-1.0', 1, true),
  ('netflix-prices', 'Netflix prices', 'thomas.io (tompec)',
   'https://api.github.com/repos/tompec/netflix-prices/contents/data', 'netflix', 'CC-BY-4.0', 7, false),
  ('opentherank', 'Global App Store Price Index', 'OpenTheRank',
   'https://opentherank.com/open-data/app-price-index/prices_OpenTheRank.csv', 'opentherank', 'CC-BY-4.0', 30, false);
