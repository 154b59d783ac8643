-- Stored rows belong to the newest version: it is the first that the ledger can give again.
DO $$
DECLARE
  newest INTEGER := coalesce((SELECT max("id") FROM "dataset_version"),
    coalesce(pg_sequence_last_value('dataset_version_id_seq'::regclass), 0) + 1);
BEGIN
  EXECUTE format('ALTER TABLE "price_observation" ADD COLUMN "recorded_in" INTEGER NOT NULL DEFAULT %s', newest);
  EXECUTE format('ALTER TABLE "fx_rate" ADD COLUMN "recorded_in" INTEGER NOT NULL DEFAULT %s', newest);
END
$$;

-- The next dataset version, also in rows that an older release writes.
ALTER TABLE "price_observation" ALTER COLUMN "recorded_in" SET DEFAULT (COALESCE(pg_sequence_last_value('dataset_version_id_seq'::text::regclass), 0) + 1);
ALTER TABLE "fx_rate" ALTER COLUMN "recorded_in" SET DEFAULT (COALESCE(pg_sequence_last_value('dataset_version_id_seq'::text::regclass), 0) + 1);

-- AlterTable
ALTER TABLE "dataset_version" ADD COLUMN     "added" INTEGER,
ADD COLUMN     "changed" INTEGER,
ADD COLUMN     "corrected" INTEGER,
ADD COLUMN     "ended" INTEGER,
ADD COLUMN     "in_ledger" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "redacted" INTEGER;

-- CreateTable
CREATE TABLE "superseded_observation" (
    "price_id" INTEGER NOT NULL,
    "observed_on" DATE NOT NULL,
    "amount" DECIMAL(15,4),
    "currency" TEXT COLLATE "C",
    "source_id" TEXT COLLATE "C" NOT NULL,
    "source_url" TEXT,
    "recorded_in" INTEGER NOT NULL,
    "superseded_in" INTEGER NOT NULL,
    "is_redacted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "superseded_observation_pkey" PRIMARY KEY ("price_id","observed_on","superseded_in")
);

-- CreateTable
CREATE TABLE "superseded_rate" (
    "currency" TEXT COLLATE "C" NOT NULL,
    "date" DATE NOT NULL,
    "source_id" TEXT COLLATE "C" NOT NULL,
    "usd_per_unit" DECIMAL(24,14),
    "recorded_in" INTEGER NOT NULL,
    "superseded_in" INTEGER NOT NULL,
    "is_redacted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "superseded_rate_pkey" PRIMARY KEY ("currency","date","source_id","superseded_in")
);

-- CreateTable
CREATE TABLE "correction" (
    "id" SERIAL NOT NULL,
    "version_id" INTEGER NOT NULL,
    "action" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT COLLATE "C" NOT NULL,
    "note" TEXT,
    "corrected_by" TEXT NOT NULL,
    "price_id" INTEGER,
    "currency" TEXT COLLATE "C",
    "day" DATE NOT NULL,
    "source_id" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "correction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reference_record" (
    "table_name" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "record" JSONB NOT NULL,
    "recorded_in" INTEGER NOT NULL,
    "superseded_in" INTEGER,

    CONSTRAINT "reference_record_pkey" PRIMARY KEY ("table_name","key","recorded_in")
);

-- CreateIndex
CREATE INDEX "superseded_observation_superseded_in_idx" ON "superseded_observation"("superseded_in");

-- CreateIndex
CREATE INDEX "superseded_rate_superseded_in_idx" ON "superseded_rate"("superseded_in");

-- CreateIndex
CREATE INDEX "correction_version_id_idx" ON "correction"("version_id");

-- CreateIndex
CREATE INDEX "correction_price_id_day_idx" ON "correction"("price_id", "day");

-- CreateIndex
CREATE INDEX "price_observation_recorded_in_idx" ON "price_observation" USING BRIN ("recorded_in");

-- CreateIndex
CREATE INDEX "fx_rate_recorded_in_idx" ON "fx_rate" USING BRIN ("recorded_in");

-- AddForeignKey
ALTER TABLE "superseded_observation" ADD CONSTRAINT "superseded_observation_price_id_fkey" FOREIGN KEY ("price_id") REFERENCES "price"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "superseded_observation" ADD CONSTRAINT "superseded_observation_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "superseded_rate" ADD CONSTRAINT "superseded_rate_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "correction" ADD CONSTRAINT "correction_price_id_fkey" FOREIGN KEY ("price_id") REFERENCES "price"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "correction" ADD CONSTRAINT "correction_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

UPDATE "dataset_version" SET "in_ledger" = "id" = (SELECT max("id") FROM "dataset_version");

-- Writes the reference records of the newest version at the next start, as for any version.
DELETE FROM "derived_table" WHERE "name" = 'page_figure';

-- Checks: what no row may ever say, whoever writes it.
ALTER TABLE "superseded_observation"
  ADD CONSTRAINT "superseded_observation_amount_check" CHECK ("amount" > 0),
  ADD CONSTRAINT "superseded_observation_state_check" CHECK (("amount" IS NULL) = ("currency" IS NULL)),
  ADD CONSTRAINT "superseded_observation_redacted_check" CHECK ("is_redacted" = ("source_url" IS NULL) AND ("amount" IS NULL OR NOT "is_redacted")),
  ADD CONSTRAINT "superseded_observation_versions_check" CHECK ("recorded_in" <= "superseded_in");
ALTER TABLE "superseded_rate"
  ADD CONSTRAINT "superseded_rate_usd_per_unit_check" CHECK ("usd_per_unit" > 0),
  ADD CONSTRAINT "superseded_rate_redacted_check" CHECK ("is_redacted" = ("usd_per_unit" IS NULL)),
  ADD CONSTRAINT "superseded_rate_versions_check" CHECK ("recorded_in" <= "superseded_in");
ALTER TABLE "correction"
  ADD CONSTRAINT "correction_action_check" CHECK ("action" IN ('replace', 'withdraw')),
  ADD CONSTRAINT "correction_reason_check" CHECK ("reason" IN ('typing_error', 'source_error', 'wrong_series', 'duplicate', 'source_withdrew', 'licence')),
  ADD CONSTRAINT "correction_object_check" CHECK (num_nonnulls("price_id", "currency") = 1);
ALTER TABLE "reference_record"
  ADD CONSTRAINT "reference_record_versions_check" CHECK ("recorded_in" < "superseded_in");

-- Rows that stand leave only by moving to the ledger. These triggers also fire in an import, which suspends others.
CREATE FUNCTION "next_dataset_version"() RETURNS integer LANGUAGE sql AS $$
  SELECT (coalesce(pg_sequence_last_value('public.dataset_version_id_seq'::regclass), 0) + 1)::integer
$$;
CREATE FUNCTION "name_next_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.recorded_in := public.next_dataset_version();
  RETURN NEW;
END
$$;
-- Twice superseded before the next version: what the last version had is kept.
CREATE FUNCTION "supersede_observations"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  next_version INTEGER := public.next_dataset_version();
BEGIN
  INSERT INTO public.superseded_observation (price_id, observed_on, amount, currency, source_id, source_url, recorded_in, superseded_in)
  SELECT price_id, observed_on, amount, currency, source_id, source_url, recorded_in, next_version FROM superseded ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE FUNCTION "supersede_rates"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  next_version INTEGER := public.next_dataset_version();
BEGIN
  INSERT INTO public.superseded_rate (currency, date, source_id, usd_per_unit, recorded_in, superseded_in)
  SELECT currency, date, source_id, usd_per_unit, recorded_in, next_version FROM superseded ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE FUNCTION "refuse_unless_redacted"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  erasable TEXT[] := TG_ARGV;
BEGIN
  IF NEW.is_redacted AND NOT OLD.is_redacted AND to_jsonb(NEW) - erasable = to_jsonb(OLD) - erasable THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of % are never changed, only erased', TG_TABLE_NAME;
END
$$;

CREATE TRIGGER "price_observation_recorded" BEFORE UPDATE ON "price_observation"
  FOR EACH ROW WHEN (NEW.recorded_in = OLD.recorded_in) EXECUTE FUNCTION "name_next_version"();
CREATE TRIGGER "price_observation_changed" AFTER UPDATE ON "price_observation" REFERENCING OLD TABLE AS superseded
  FOR EACH STATEMENT EXECUTE FUNCTION "supersede_observations"();
CREATE TRIGGER "price_observation_deleted" AFTER DELETE ON "price_observation" REFERENCING OLD TABLE AS superseded
  FOR EACH STATEMENT EXECUTE FUNCTION "supersede_observations"();
CREATE TRIGGER "price_observation_kept" BEFORE TRUNCATE ON "price_observation" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
ALTER TABLE "price_observation"
  ENABLE ALWAYS TRIGGER "price_observation_recorded",
  ENABLE ALWAYS TRIGGER "price_observation_changed",
  ENABLE ALWAYS TRIGGER "price_observation_deleted",
  ENABLE ALWAYS TRIGGER "price_observation_kept";

CREATE TRIGGER "fx_rate_recorded" BEFORE UPDATE ON "fx_rate"
  FOR EACH ROW WHEN (NEW.recorded_in = OLD.recorded_in) EXECUTE FUNCTION "name_next_version"();
CREATE TRIGGER "fx_rate_changed" AFTER UPDATE ON "fx_rate" REFERENCING OLD TABLE AS superseded
  FOR EACH STATEMENT EXECUTE FUNCTION "supersede_rates"();
CREATE TRIGGER "fx_rate_deleted" AFTER DELETE ON "fx_rate" REFERENCING OLD TABLE AS superseded
  FOR EACH STATEMENT EXECUTE FUNCTION "supersede_rates"();
CREATE TRIGGER "fx_rate_kept" BEFORE TRUNCATE ON "fx_rate" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
ALTER TABLE "fx_rate"
  ENABLE ALWAYS TRIGGER "fx_rate_recorded",
  ENABLE ALWAYS TRIGGER "fx_rate_changed",
  ENABLE ALWAYS TRIGGER "fx_rate_deleted",
  ENABLE ALWAYS TRIGGER "fx_rate_kept";

CREATE TRIGGER "superseded_observation_erase_only" BEFORE UPDATE ON "superseded_observation"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unless_redacted"('amount', 'currency', 'source_url', 'is_redacted');
CREATE TRIGGER "superseded_observation_kept" BEFORE DELETE OR TRUNCATE ON "superseded_observation" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
ALTER TABLE "superseded_observation" ENABLE ALWAYS TRIGGER "superseded_observation_erase_only", ENABLE ALWAYS TRIGGER "superseded_observation_kept";

CREATE TRIGGER "superseded_rate_erase_only" BEFORE UPDATE ON "superseded_rate"
  FOR EACH ROW EXECUTE FUNCTION "refuse_unless_redacted"('usd_per_unit', 'is_redacted');
CREATE TRIGGER "superseded_rate_kept" BEFORE DELETE OR TRUNCATE ON "superseded_rate" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
ALTER TABLE "superseded_rate" ENABLE ALWAYS TRIGGER "superseded_rate_erase_only", ENABLE ALWAYS TRIGGER "superseded_rate_kept";

CREATE TRIGGER "correction_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "correction"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
ALTER TABLE "correction" ENABLE ALWAYS TRIGGER "correction_append_only";
