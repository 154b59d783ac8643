-- CreateEnum
CREATE TYPE "platform" AS ENUM ('android', 'any', 'ios', 'web');

-- CreateEnum
CREATE TYPE "period" AS ENUM ('monthly', 'quarterly', 'semiannual', 'weekly', 'yearly');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('owner', 'editor', 'viewer');

-- CreateTable
CREATE TABLE "series" (
    "id" SERIAL NOT NULL,
    "product" TEXT COLLATE "C" NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "platform" "platform" NOT NULL,
    "period" "period" NOT NULL,

    CONSTRAINT "series_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "observation" (
    "id" BIGSERIAL NOT NULL,
    "series_id" INTEGER NOT NULL,
    "observed_on" DATE NOT NULL,
    "amount" DECIMAL(15,4),
    "currency" TEXT COLLATE "C",
    "source_id" TEXT COLLATE "C" NOT NULL,
    "source_url" TEXT COLLATE "C",
    "recorded_in" INTEGER NOT NULL,
    "superseded_in" INTEGER,
    "is_redacted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "observation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate" (
    "id" BIGSERIAL NOT NULL,
    "currency" TEXT COLLATE "C" NOT NULL,
    "date" DATE NOT NULL,
    "source_id" TEXT COLLATE "C" NOT NULL,
    "usd_per_unit" DECIMAL(24,14),
    "recorded_in" INTEGER NOT NULL,
    "superseded_in" INTEGER,
    "is_redacted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "rate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "correction" (
    "id" SERIAL NOT NULL,
    "version_id" INTEGER NOT NULL,
    "action" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT COLLATE "C" NOT NULL,
    "note" TEXT COLLATE "C",
    "corrected_by" TEXT COLLATE "C" NOT NULL,
    "series_id" INTEGER,
    "currency" TEXT COLLATE "C",
    "day" DATE NOT NULL,
    "source_id" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "correction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "source_entry" (
    "entry_id" SERIAL NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "publisher" TEXT COLLATE "C" NOT NULL,
    "url" TEXT COLLATE "C" NOT NULL,
    "license" TEXT COLLATE "C" NOT NULL,
    "attribution" TEXT COLLATE "C" NOT NULL,
    "recorded_in" INTEGER NOT NULL,
    "superseded_in" INTEGER,

    CONSTRAINT "source_entry_pkey" PRIMARY KEY ("entry_id")
);

-- CreateTable
CREATE TABLE "country_entry" (
    "entry_id" SERIAL NOT NULL,
    "code" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "region" TEXT COLLATE "C" NOT NULL,
    "currency" TEXT COLLATE "C",
    "recorded_in" INTEGER NOT NULL,
    "superseded_in" INTEGER,

    CONSTRAINT "country_entry_pkey" PRIMARY KEY ("entry_id")
);

-- CreateTable
CREATE TABLE "product_entry" (
    "entry_id" SERIAL NOT NULL,
    "slug" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "vendor" TEXT COLLATE "C",
    "service" TEXT COLLATE "C" NOT NULL,
    "category" TEXT COLLATE "C" NOT NULL,
    "plan" TEXT COLLATE "C" NOT NULL,
    "website" TEXT COLLATE "C",
    "in_basket" BOOLEAN NOT NULL,
    "recorded_in" INTEGER NOT NULL,
    "superseded_in" INTEGER,

    CONSTRAINT "product_entry_pkey" PRIMARY KEY ("entry_id")
);

-- CreateTable
CREATE TABLE "tax_rate" (
    "entry_id" SERIAL NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "valid_from" DATE,
    "valid_to" DATE,
    "known_from" DATE,
    "rate_pct" DECIMAL(6,3),
    "reason" TEXT COLLATE "C",
    "source_id" TEXT COLLATE "C",
    "source_url" TEXT COLLATE "C",
    "reviewed_on" DATE,
    "confirmed_by" TEXT COLLATE "C",
    "note" TEXT COLLATE "C",
    "recorded_in" INTEGER NOT NULL,
    "superseded_in" INTEGER,

    CONSTRAINT "tax_rate_pkey" PRIMARY KEY ("entry_id")
);

-- CreateTable
CREATE TABLE "evidence_entry" (
    "entry_id" SERIAL NOT NULL,
    "product" TEXT COLLATE "C" NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "platform" "platform" NOT NULL,
    "period" "period" NOT NULL,
    "observed_on" DATE NOT NULL,
    "evidence" TEXT COLLATE "C" NOT NULL,
    "offers" INTEGER,
    "note" TEXT COLLATE "C",
    "recorded_in" INTEGER NOT NULL,
    "superseded_in" INTEGER,

    CONSTRAINT "evidence_entry_pkey" PRIMARY KEY ("entry_id")
);

-- CreateTable
CREATE TABLE "tax_treatment" (
    "entry_id" SERIAL NOT NULL,
    "scope" TEXT COLLATE "C" NOT NULL,
    "platform" "platform" NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "treatment" TEXT COLLATE "C" NOT NULL,
    "source_id" TEXT COLLATE "C" NOT NULL,
    "source_url" TEXT COLLATE "C" NOT NULL,
    "note" TEXT COLLATE "C",
    "recorded_in" INTEGER NOT NULL,
    "superseded_in" INTEGER,

    CONSTRAINT "tax_treatment_pkey" PRIMARY KEY ("entry_id")
);

-- CreateTable
CREATE TABLE "income" (
    "entry_id" SERIAL NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "year" INTEGER,
    "gni_per_capita_usd" DECIMAL(30,15),
    "source_id" TEXT COLLATE "C",
    "source_url" TEXT COLLATE "C",
    "reason" TEXT COLLATE "C",
    "recorded_in" INTEGER NOT NULL,
    "superseded_in" INTEGER,

    CONSTRAINT "income_pkey" PRIMARY KEY ("entry_id")
);

-- CreateTable
CREATE TABLE "purchasing_power" (
    "entry_id" SERIAL NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "year" INTEGER,
    "factor" DECIMAL(30,15),
    "official_rate" DECIMAL(30,15),
    "price_level" DECIMAL(30,15),
    "source_id" TEXT COLLATE "C",
    "source_url" TEXT COLLATE "C",
    "reason" TEXT COLLATE "C",
    "recorded_in" INTEGER NOT NULL,
    "superseded_in" INTEGER,

    CONSTRAINT "purchasing_power_pkey" PRIMARY KEY ("entry_id")
);

-- CreateTable
CREATE TABLE "dataset_version" (
    "id" INTEGER NOT NULL,
    "version" TEXT COLLATE "C" NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "data_date" DATE NOT NULL,
    "fx_date" DATE,
    "data_from" DATE,
    "data_to" DATE,
    "data_median" DATE,
    "band_days" DATE[] DEFAULT ARRAY[]::DATE[],
    "prices" INTEGER NOT NULL,
    "products" INTEGER NOT NULL,
    "countries" INTEGER NOT NULL,
    "ended_series" INTEGER NOT NULL,
    "is_pruned" BOOLEAN NOT NULL DEFAULT false,
    "added" INTEGER,
    "changed" INTEGER,
    "ended" INTEGER,
    "corrected" INTEGER,
    "redacted" INTEGER NOT NULL DEFAULT 0,
    "edition" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "dataset_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price" (
    "version_id" INTEGER NOT NULL,
    "series_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "product" TEXT COLLATE "C" NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "platform" "platform" NOT NULL,
    "period" "period" NOT NULL,
    "amount" DECIMAL(15,4) NOT NULL,
    "currency" TEXT COLLATE "C" NOT NULL,
    "usd" DECIMAL(21,4),
    "usd_monthly" DECIMAL(21,4),
    "fx_rate" DECIMAL(24,14),
    "fx_date" DATE,
    "fx_source_id" TEXT COLLATE "C",
    "fx_stale" BOOLEAN NOT NULL,
    "source_id" TEXT COLLATE "C" NOT NULL,
    "source_url" TEXT COLLATE "C" NOT NULL,
    "verified_on" DATE NOT NULL,
    "changed_on" DATE,
    "is_reported" BOOLEAN NOT NULL,
    "evidence" TEXT COLLATE "C" NOT NULL,
    "is_outdated" BOOLEAN NOT NULL,
    "tax_treatment" TEXT COLLATE "C" NOT NULL,
    "tax_rate_pct" DECIMAL(6,3),
    "tax_reason" TEXT COLLATE "C",
    "ex_tax_amount" DECIMAL(15,4),
    "ex_tax_usd" DECIMAL(21,4),
    "ex_tax_usd_monthly" DECIMAL(21,4),
    "tax_source_id" TEXT COLLATE "C",
    "tax_reviewed_on" DATE,
    "income_share_pct" DECIMAL(21,3),
    "income_year" INTEGER,
    "income_reason" TEXT COLLATE "C",
    "us_usd_monthly" DECIMAL(21,4),
    "pct_vs_us" DECIMAL(30,4),
    "us_ex_tax_monthly" DECIMAL(21,4),
    "ex_tax_pct_vs_us" DECIMAL(30,4),
    "is_ranked" BOOLEAN NOT NULL,
    "ex_tax_is_ranked" BOOLEAN NOT NULL,
    "usual_ratio" DECIMAL(20,4),

    CONSTRAINT "price_pkey" PRIMARY KEY ("version_id","series_id")
);

-- CreateTable
CREATE TABLE "product" (
    "version_id" INTEGER NOT NULL,
    "slug" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "vendor" TEXT COLLATE "C",
    "service" TEXT COLLATE "C" NOT NULL,
    "category" TEXT COLLATE "C" NOT NULL,
    "plan" TEXT COLLATE "C" NOT NULL,
    "website" TEXT COLLATE "C",
    "in_basket" BOOLEAN NOT NULL,
    "prices" INTEGER NOT NULL,
    "countries" INTEGER NOT NULL,
    "usd_monthly_min" DECIMAL(21,4),
    "usd_monthly_median" DECIMAL(21,4),
    "usd_monthly_max" DECIMAL(21,4),
    "ex_tax_monthly_min" DECIMAL(21,4),
    "ex_tax_monthly_median" DECIMAL(21,4),
    "ex_tax_monthly_max" DECIMAL(21,4),
    "verified_on" DATE,
    "changed_on" DATE,
    "ended_on" DATE,
    "cheapest_id" INTEGER,
    "most_expensive_id" INTEGER,
    "ex_tax_cheapest_id" INTEGER,
    "ex_tax_most_expensive_id" INTEGER,
    "ranking" TEXT COLLATE "C" NOT NULL,
    "ex_tax_ranking" TEXT COLLATE "C" NOT NULL,
    "ranked" INTEGER NOT NULL,
    "ex_tax_ranked" INTEGER NOT NULL,
    "verified_from" DATE,
    "ex_tax_verified_from" DATE,
    "ex_tax_verified_on" DATE,

    CONSTRAINT "product_pkey" PRIMARY KEY ("version_id","slug")
);

-- CreateTable
CREATE TABLE "country" (
    "version_id" INTEGER NOT NULL,
    "code" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "region" TEXT COLLATE "C" NOT NULL,
    "currency" TEXT COLLATE "C",
    "products" INTEGER NOT NULL,
    "prices" INTEGER NOT NULL,
    "basket_size" INTEGER NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL,
    "pct_vs_us" DOUBLE PRECISION,
    "p10_pct" DOUBLE PRECISION,
    "p25_pct" DOUBLE PRECISION,
    "p75_pct" DOUBLE PRECISION,
    "p90_pct" DOUBLE PRECISION,
    "cheaper_share" DOUBLE PRECISION,
    "rank" INTEGER,
    "usd_billed" BOOLEAN,
    "median_low" DOUBLE PRECISION,
    "median_high" DOUBLE PRECISION,
    "rate_low_pct" DOUBLE PRECISION,
    "rate_high_pct" DOUBLE PRECISION,
    "share_equal_us" DOUBLE PRECISION,
    "common_pct" DOUBLE PRECISION,
    "common_products" INTEGER,
    "previous_version" TEXT COLLATE "C",
    "change_products" INTEGER,
    "change_from_pct" DOUBLE PRECISION,
    "change_to_pct" DOUBLE PRECISION,
    "without_doubt_pct" DOUBLE PRECISION,
    "without_doubt_low" DOUBLE PRECISION,
    "without_doubt_high" DOUBLE PRECISION,
    "without_doubt_products" INTEGER,
    "model_status" TEXT COLLATE "C" NOT NULL,
    "model_value" DOUBLE PRECISION,
    "model_low" DOUBLE PRECISION,
    "model_high" DOUBLE PRECISION,
    "model_se" DOUBLE PRECISION,
    "model_rank_low" INTEGER,
    "model_rank_high" INTEGER,
    "ex_tax_status" TEXT COLLATE "C" NOT NULL,
    "ex_tax_basket_size" INTEGER NOT NULL,
    "ex_tax_left_out" JSONB NOT NULL,
    "ex_tax_pct_vs_us" DOUBLE PRECISION,
    "ex_tax_shown_pct" DOUBLE PRECISION,
    "ex_tax_median_low" DOUBLE PRECISION,
    "ex_tax_median_high" DOUBLE PRECISION,
    "ex_tax_p10_pct" DOUBLE PRECISION,
    "ex_tax_p25_pct" DOUBLE PRECISION,
    "ex_tax_p75_pct" DOUBLE PRECISION,
    "ex_tax_p90_pct" DOUBLE PRECISION,
    "ex_tax_cheaper_share" DOUBLE PRECISION,
    "ex_tax_share_equal_us" DOUBLE PRECISION,
    "ex_tax_common_pct" DOUBLE PRECISION,
    "ex_tax_common_products" INTEGER,
    "ex_tax_rank" INTEGER,
    "ex_tax_usd_billed" BOOLEAN,
    "gni_per_capita_usd" DECIMAL(30,15),
    "income_year" INTEGER,
    "income_reason" TEXT COLLATE "C",
    "income_ratio" DECIMAL(21,4),
    "price_level" DECIMAL(30,15),
    "ppp_factor" DECIMAL(30,15),
    "ppp_official_rate" DECIMAL(30,15),
    "ppp_year" INTEGER,
    "ppp_reason" TEXT COLLATE "C",
    "ppp_ratio" DECIMAL(21,4),
    "tax_rate_pct" DECIMAL(6,3),
    "tax_reason" TEXT COLLATE "C",
    "tax_source_id" TEXT COLLATE "C",
    "tax_reviewed_on" DATE,

    CONSTRAINT "country_pkey" PRIMARY KEY ("version_id","code")
);

-- CreateTable
CREATE TABLE "category" (
    "version_id" INTEGER NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "category" TEXT COLLATE "C" NOT NULL,
    "pct_vs_us" DOUBLE PRECISION,
    "basket_size" INTEGER,
    "ex_tax_pct_vs_us" DOUBLE PRECISION,
    "ex_tax_basket_size" INTEGER,

    CONSTRAINT "category_pkey" PRIMARY KEY ("version_id","country","category")
);

-- CreateTable
CREATE TABLE "level_difference" (
    "version_id" INTEGER NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "other" TEXT COLLATE "C" NOT NULL,
    "pct" DOUBLE PRECISION NOT NULL,
    "low_pct" DOUBLE PRECISION NOT NULL,
    "high_pct" DOUBLE PRECISION NOT NULL,
    "standard_error" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "level_difference_pkey" PRIMARY KEY ("version_id","country","other")
);

-- CreateTable
CREATE TABLE "source" (
    "version_id" INTEGER NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "publisher" TEXT COLLATE "C" NOT NULL,
    "url" TEXT COLLATE "C" NOT NULL,
    "license" TEXT COLLATE "C" NOT NULL,
    "attribution" TEXT COLLATE "C" NOT NULL,
    "prices" INTEGER NOT NULL,
    "observations" INTEGER NOT NULL,
    "rates" INTEGER NOT NULL,
    "lenses" INTEGER NOT NULL,
    "first_day" DATE,
    "last_day" DATE,

    CONSTRAINT "source_pkey" PRIMARY KEY ("version_id","id")
);

-- CreateTable
CREATE TABLE "price_change" (
    "version_id" INTEGER NOT NULL,
    "series_id" INTEGER NOT NULL,
    "first_seen_on" DATE NOT NULL,
    "product" TEXT COLLATE "C" NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "platform" "platform" NOT NULL,
    "period" "period" NOT NULL,
    "amount" DECIMAL(15,4) NOT NULL,
    "currency" TEXT COLLATE "C" NOT NULL,
    "source_url" TEXT COLLATE "C" NOT NULL,
    "was_amount" DECIMAL(15,4) NOT NULL,
    "was_currency" TEXT COLLATE "C" NOT NULL,
    "was_last_seen_on" DATE NOT NULL,
    "pct" DECIMAL(30,4),
    "factor" DOUBLE PRECISION,
    "corrected_at" TIMESTAMPTZ(3),

    CONSTRAINT "price_change_pkey" PRIMARY KEY ("version_id","series_id","first_seen_on")
);

-- CreateTable
CREATE TABLE "dataset_file" (
    "version_id" INTEGER NOT NULL,
    "redacted" INTEGER NOT NULL,
    "dataset" TEXT COLLATE "C" NOT NULL,
    "format" TEXT COLLATE "C" NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" TEXT COLLATE "C" NOT NULL,
    "documentation" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "dataset_file_pkey" PRIMARY KEY ("version_id","redacted","dataset","format")
);

-- CreateTable
CREATE TABLE "import" (
    "id" SERIAL NOT NULL,
    "file_name" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "added" INTEGER NOT NULL,
    "changed" INTEGER NOT NULL,
    "confirmed" INTEGER NOT NULL,
    "rejected" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3) NOT NULL,
    "imported_by" TEXT NOT NULL,
    "version_id" INTEGER NOT NULL,

    CONSTRAINT "import_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "role" "role" NOT NULL,
    "password_hash" TEXT,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "session_version" INTEGER NOT NULL DEFAULT 1,
    "setup_hash" TEXT,
    "setup_expires_at" TIMESTAMPTZ(3),
    "link_asked_by_id" UUID,
    "link_asked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_sign_in_at" TIMESTAMPTZ(3),

    CONSTRAINT "staff_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_session" (
    "id" UUID NOT NULL,
    "staff_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_failure" (
    "id" SERIAL NOT NULL,
    "account" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_failure_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "contact_email" TEXT,
    "note" TEXT,
    "requests_per_minute" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" UUID,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key_token" (
    "id" UUID NOT NULL,
    "key_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key_usage" (
    "key_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "answered" INTEGER NOT NULL DEFAULT 0,
    "limited" INTEGER NOT NULL DEFAULT 0,
    "errors" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "api_key_usage_pkey" PRIMARY KEY ("key_id","day")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" SERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" UUID,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target_type" TEXT NOT NULL,
    "target_id" TEXT,
    "target_name" TEXT,
    "before" JSONB,
    "after" JSONB,
    "address" TEXT,
    "form_id" UUID,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "change_set" (
    "id" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "feed_id" TEXT,
    "state" TEXT NOT NULL DEFAULT 'draft',
    "author_id" UUID,
    "author" TEXT NOT NULL,
    "author_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "preview" JSONB,
    "previewed_at" TIMESTAMPTZ(3),
    "previewed_id" INTEGER,
    "digest" TEXT,
    "reasons" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "note" TEXT,
    "approver_id" UUID,
    "approver" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "failure" TEXT,
    "version_id" INTEGER,
    "begun_at" TIMESTAMPTZ(3),
    "held_from_id" INTEGER,

    CONSTRAINT "change_set_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "change_set_changes" (
    "change_set_id" INTEGER NOT NULL,
    "csv_gzip" BYTEA NOT NULL,

    CONSTRAINT "change_set_changes_pkey" PRIMARY KEY ("change_set_id")
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
    "series_id" INTEGER NOT NULL,
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
    "series_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "found_by" TEXT NOT NULL,
    "finding" TEXT,
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
    "product" TEXT COLLATE "C" NOT NULL,
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
    "address_by_id" UUID,
    "address_approver_id" UUID,
    "new_address" TEXT,
    "new_address_by_id" UUID,
    "older_bound" DOUBLE PRECISION NOT NULL DEFAULT 25,
    "same_day_bound" DOUBLE PRECISION NOT NULL DEFAULT 3,
    "week_bound" DOUBLE PRECISION NOT NULL DEFAULT 10,

    CONSTRAINT "feed_pkey" PRIMARY KEY ("id")
);

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

-- CreateTable
CREATE TABLE "held_rate" (
    "id" SERIAL NOT NULL,
    "change_set_id" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "date" DATE NOT NULL,
    "source_id" TEXT NOT NULL,
    "usd_per_unit" DECIMAL(24,14),

    CONSTRAINT "held_rate_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "series_country_platform_period_product_idx" ON "series"("country", "platform", "period", "product");

-- CreateIndex
CREATE UNIQUE INDEX "series_product_country_platform_period_key" ON "series"("product", "country", "platform", "period");

-- CreateIndex
CREATE INDEX "observation_series_id_observed_on_idx" ON "observation"("series_id", "observed_on");

-- CreateIndex
CREATE INDEX "observation_recorded_in_idx" ON "observation"("recorded_in");

-- CreateIndex
CREATE INDEX "observation_superseded_in_idx" ON "observation"("superseded_in");

-- CreateIndex
CREATE INDEX "rate_currency_date_idx" ON "rate"("currency", "date");

-- CreateIndex
CREATE INDEX "rate_recorded_in_idx" ON "rate"("recorded_in");

-- CreateIndex
CREATE INDEX "rate_superseded_in_idx" ON "rate"("superseded_in");

-- CreateIndex
CREATE INDEX "correction_version_id_idx" ON "correction"("version_id");

-- CreateIndex
CREATE INDEX "correction_series_id_day_idx" ON "correction"("series_id", "day");

-- CreateIndex
CREATE INDEX "source_entry_id_idx" ON "source_entry"("id");

-- CreateIndex
CREATE INDEX "country_entry_code_idx" ON "country_entry"("code");

-- CreateIndex
CREATE INDEX "product_entry_slug_idx" ON "product_entry"("slug");

-- CreateIndex
CREATE INDEX "tax_rate_country_idx" ON "tax_rate"("country");

-- CreateIndex
CREATE INDEX "evidence_entry_product_country_platform_period_observed_on_idx" ON "evidence_entry"("product", "country", "platform", "period", "observed_on");

-- CreateIndex
CREATE INDEX "tax_treatment_scope_platform_country_idx" ON "tax_treatment"("scope", "platform", "country");

-- CreateIndex
CREATE INDEX "income_country_idx" ON "income"("country");

-- CreateIndex
CREATE INDEX "purchasing_power_country_idx" ON "purchasing_power"("country");

-- CreateIndex
CREATE UNIQUE INDEX "dataset_version_version_key" ON "dataset_version"("version");

-- CreateIndex
CREATE UNIQUE INDEX "dataset_version_published_at_key" ON "dataset_version"("published_at");

-- CreateIndex
CREATE INDEX "price_version_id_product_country_idx" ON "price"("version_id", "product", "country");

-- CreateIndex
CREATE INDEX "price_version_id_country_position_idx" ON "price"("version_id", "country", "position");

-- CreateIndex
CREATE INDEX "price_version_id_usd_monthly_idx" ON "price"("version_id", "usd_monthly");

-- CreateIndex
CREATE INDEX "price_version_id_verified_on_idx" ON "price"("version_id", "verified_on");

-- CreateIndex
CREATE UNIQUE INDEX "price_version_id_position_key" ON "price"("version_id", "position");

-- CreateIndex
CREATE INDEX "price_change_version_id_first_seen_on_idx" ON "price_change"("version_id", "first_seen_on");

-- CreateIndex
CREATE INDEX "price_change_version_id_product_first_seen_on_idx" ON "price_change"("version_id", "product", "first_seen_on");

-- CreateIndex
CREATE INDEX "import_version_id_idx" ON "import"("version_id");

-- CreateIndex
CREATE UNIQUE INDEX "staff_email_key" ON "staff"("email");

-- CreateIndex
CREATE UNIQUE INDEX "staff_setup_hash_key" ON "staff"("setup_hash");

-- CreateIndex
CREATE INDEX "staff_session_staff_id_idx" ON "staff_session"("staff_id");

-- CreateIndex
CREATE INDEX "sign_in_failure_account_at_idx" ON "sign_in_failure"("account", "at");

-- CreateIndex
CREATE INDEX "sign_in_failure_address_at_idx" ON "sign_in_failure"("address", "at");

-- CreateIndex
CREATE INDEX "api_key_created_by_id_idx" ON "api_key"("created_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_token_hash_key" ON "api_key_token"("hash");

-- CreateIndex
CREATE INDEX "api_key_token_key_id_idx" ON "api_key_token"("key_id");

-- CreateIndex
CREATE UNIQUE INDEX "audit_event_form_id_key" ON "audit_event"("form_id");

-- CreateIndex
CREATE INDEX "audit_event_at_idx" ON "audit_event"("at");

-- CreateIndex
CREATE INDEX "audit_event_actor_at_idx" ON "audit_event"("actor", "at");

-- CreateIndex
CREATE INDEX "audit_event_target_id_at_idx" ON "audit_event"("target_id", "at");

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
CREATE INDEX "desk_entry_series_id_at_idx" ON "desk_entry"("series_id", "at");

-- CreateIndex
CREATE INDEX "desk_entry_change_set_id_idx" ON "desk_entry"("change_set_id");

-- CreateIndex
CREATE INDEX "desk_entry_staff_id_idx" ON "desk_entry"("staff_id");

-- CreateIndex
CREATE INDEX "price_report_series_id_idx" ON "price_report"("series_id");

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

-- CreateIndex
CREATE UNIQUE INDEX "key_request_key_id_key" ON "key_request"("key_id");

-- CreateIndex
CREATE INDEX "key_request_sender_at_idx" ON "key_request"("sender", "at");

-- CreateIndex
CREATE INDEX "key_request_at_idx" ON "key_request"("at");

-- CreateIndex
CREATE INDEX "key_request_closed_at_idx" ON "key_request"("closed_at");

-- CreateIndex
CREATE UNIQUE INDEX "passkey_credential_id_key" ON "passkey"("credential_id");

-- CreateIndex
CREATE INDEX "passkey_staff_id_idx" ON "passkey"("staff_id");

-- CreateIndex
CREATE INDEX "held_rate_change_set_id_idx" ON "held_rate"("change_set_id");

-- CreateIndex
CREATE INDEX "held_rate_currency_date_idx" ON "held_rate"("currency", "date");

-- CreateIndex
CREATE INDEX "change_set_held_from_id_idx" ON "change_set"("held_from_id");

-- AddForeignKey
ALTER TABLE "observation" ADD CONSTRAINT "observation_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "series"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "correction" ADD CONSTRAINT "correction_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "series"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price" ADD CONSTRAINT "price_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "country" ADD CONSTRAINT "country_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "category" ADD CONSTRAINT "category_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "level_difference" ADD CONSTRAINT "level_difference_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source" ADD CONSTRAINT "source_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_change" ADD CONSTRAINT "price_change_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dataset_file" ADD CONSTRAINT "dataset_file_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import" ADD CONSTRAINT "import_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "staff"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key_token" ADD CONSTRAINT "api_key_token_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key_usage" ADD CONSTRAINT "api_key_usage_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_set" ADD CONSTRAINT "change_set_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_set" ADD CONSTRAINT "change_set_approver_id_fkey" FOREIGN KEY ("approver_id") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_set" ADD CONSTRAINT "change_set_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_set_changes" ADD CONSTRAINT "change_set_changes_change_set_id_fkey" FOREIGN KEY ("change_set_id") REFERENCES "change_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_set_file" ADD CONSTRAINT "change_set_file_change_set_id_fkey" FOREIGN KEY ("change_set_id") REFERENCES "change_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_set_chunk" ADD CONSTRAINT "change_set_chunk_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "change_set_file"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "desk_entry" ADD CONSTRAINT "desk_entry_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "series"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "desk_entry" ADD CONSTRAINT "desk_entry_change_set_id_fkey" FOREIGN KEY ("change_set_id") REFERENCES "change_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "desk_entry" ADD CONSTRAINT "desk_entry_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_report" ADD CONSTRAINT "price_report_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "series"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_report" ADD CONSTRAINT "price_report_change_set_id_fkey" FOREIGN KEY ("change_set_id") REFERENCES "change_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_request" ADD CONSTRAINT "key_request_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_set" ADD CONSTRAINT "change_set_held_from_id_fkey" FOREIGN KEY ("held_from_id") REFERENCES "change_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_rate" ADD CONSTRAINT "held_rate_change_set_id_fkey" FOREIGN KEY ("change_set_id") REFERENCES "change_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema has no word for: one row of each thing stands, checks that no row may break whoever writes it,
-- functions and guards.
CREATE UNIQUE INDEX "observation_standing" ON "observation"("series_id", "observed_on") WHERE "superseded_in" IS NULL;
CREATE INDEX "observation_ended" ON "observation"("series_id") WHERE "amount" IS NULL;
CREATE UNIQUE INDEX "rate_standing" ON "rate"("currency", "date", "source_id") WHERE "superseded_in" IS NULL;
CREATE UNIQUE INDEX "source_entry_standing" ON "source_entry"("id") WHERE "superseded_in" IS NULL;
CREATE UNIQUE INDEX "country_entry_standing" ON "country_entry"("code") WHERE "superseded_in" IS NULL;
CREATE UNIQUE INDEX "product_entry_standing" ON "product_entry"("slug") WHERE "superseded_in" IS NULL;
CREATE UNIQUE INDEX "evidence_entry_standing" ON "evidence_entry"("product", "country", "platform", "period", "observed_on")
  WHERE "superseded_in" IS NULL;
CREATE UNIQUE INDEX "tax_treatment_standing" ON "tax_treatment"("scope", "platform", "country") WHERE "superseded_in" IS NULL;
CREATE UNIQUE INDEX "income_standing" ON "income"("country") WHERE "superseded_in" IS NULL;
CREATE UNIQUE INDEX "purchasing_power_standing" ON "purchasing_power"("country") WHERE "superseded_in" IS NULL;

ALTER TABLE "observation"
  ADD CONSTRAINT "observation_amount_check" CHECK ("amount" > 0),
  ADD CONSTRAINT "observation_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$'),
  ADD CONSTRAINT "observation_state_check" CHECK (("amount" IS NULL) = ("currency" IS NULL)),
  ADD CONSTRAINT "observation_redacted_check" CHECK ("is_redacted" = ("source_url" IS NULL) AND ("amount" IS NULL OR NOT "is_redacted")),
  ADD CONSTRAINT "observation_versions_check" CHECK ("recorded_in" <= "superseded_in" AND ("superseded_in" IS NOT NULL OR NOT "is_redacted"));
ALTER TABLE "rate"
  ADD CONSTRAINT "rate_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$'),
  ADD CONSTRAINT "rate_usd_per_unit_check" CHECK ("usd_per_unit" > 0),
  ADD CONSTRAINT "rate_redacted_check" CHECK ("is_redacted" = ("usd_per_unit" IS NULL)),
  ADD CONSTRAINT "rate_versions_check" CHECK ("recorded_in" <= "superseded_in" AND ("superseded_in" IS NOT NULL OR NOT "is_redacted"));
ALTER TABLE "correction"
  ADD CONSTRAINT "correction_action_check" CHECK ("action" IN ('replace', 'withdraw')),
  ADD CONSTRAINT "correction_reason_check" CHECK ("reason" IN ('typing_error', 'source_error', 'wrong_series', 'duplicate', 'source_withdrew', 'licence')),
  ADD CONSTRAINT "correction_object_check" CHECK (num_nonnulls("series_id", "currency") = 1);
ALTER TABLE "source_entry" ADD CONSTRAINT "source_entry_versions_check" CHECK ("recorded_in" < "superseded_in");
ALTER TABLE "country_entry"
  ADD CONSTRAINT "country_entry_versions_check" CHECK ("recorded_in" < "superseded_in"),
  ADD CONSTRAINT "country_entry_code_check" CHECK ("code" ~ '^[A-Z]{2}$'),
  ADD CONSTRAINT "country_entry_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$');
ALTER TABLE "product_entry"
  ADD CONSTRAINT "product_entry_versions_check" CHECK ("recorded_in" < "superseded_in"),
  ADD CONSTRAINT "product_entry_slug_check" CHECK ("slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  ADD CONSTRAINT "product_entry_category_check" CHECK ("category" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  ADD CONSTRAINT "product_entry_text_check" CHECK ("name" <> '' AND "vendor" <> '' AND "service" <> '' AND "plan" <> '');
ALTER TABLE "tax_rate"
  ADD CONSTRAINT "tax_rate_versions_check" CHECK ("recorded_in" < "superseded_in"),
  ADD CONSTRAINT "tax_rate_country_check" CHECK ("country" ~ '^[A-Z]{2}$'),
  ADD CONSTRAINT "tax_rate_figure_check" CHECK (num_nulls("rate_pct", "reason") = 1 AND ("rate_pct" IS NULL OR "source_id" IS NOT NULL)),
  ADD CONSTRAINT "tax_rate_rate_check" CHECK ("rate_pct" > 0 AND "rate_pct" <= 100),
  ADD CONSTRAINT "tax_rate_days_check" CHECK ("valid_from" <= "valid_to" AND num_nonnulls("valid_from", "known_from") <= 1);
ALTER TABLE "evidence_entry"
  ADD CONSTRAINT "evidence_entry_versions_check" CHECK ("recorded_in" < "superseded_in"),
  ADD CONSTRAINT "evidence_entry_offers_check" CHECK ("offers" > 0),
  ADD CONSTRAINT "evidence_entry_evidence_check" CHECK ("evidence" IN ('highest_period_open', 'highest_of_several', 'period_inferred', 'plan_differs', 'previous_price'));
ALTER TABLE "tax_treatment"
  ADD CONSTRAINT "tax_treatment_versions_check" CHECK ("recorded_in" < "superseded_in"),
  ADD CONSTRAINT "tax_treatment_scope_check" CHECK ("scope" ~ '^(source|vendor):.'),
  ADD CONSTRAINT "tax_treatment_country_check" CHECK ("country" ~ '^([A-Z]{2}|\*)$'),
  ADD CONSTRAINT "tax_treatment_treatment_check" CHECK ("treatment" IN ('included', 'excluded', 'unknown'));
ALTER TABLE "income"
  ADD CONSTRAINT "income_versions_check" CHECK ("recorded_in" < "superseded_in"),
  ADD CONSTRAINT "income_country_check" CHECK ("country" ~ '^[A-Z]{2}$'),
  ADD CONSTRAINT "income_figure_check" CHECK (num_nulls("gni_per_capita_usd", "reason") = 1 AND num_nulls("year", "gni_per_capita_usd", "source_id") IN (0, 3)),
  ADD CONSTRAINT "income_positive_check" CHECK ("gni_per_capita_usd" > 0);
ALTER TABLE "purchasing_power"
  ADD CONSTRAINT "purchasing_power_versions_check" CHECK ("recorded_in" < "superseded_in"),
  ADD CONSTRAINT "purchasing_power_country_check" CHECK ("country" ~ '^[A-Z]{2}$'),
  ADD CONSTRAINT "purchasing_power_figure_check" CHECK (num_nulls("price_level", "reason") = 1 AND num_nulls("year", "factor", "official_rate", "price_level", "source_id") IN (0, 5)),
  ADD CONSTRAINT "purchasing_power_level_check" CHECK (abs("factor" / "official_rate" - "price_level") <= 0.000001);
ALTER TABLE "price"
  ADD CONSTRAINT "price_amount_check" CHECK ("amount" > 0),
  ADD CONSTRAINT "price_usd_check" CHECK (num_nulls("usd", "usd_monthly", "fx_rate", "fx_date") IN (0, 4)),
  ADD CONSTRAINT "price_tax_check" CHECK ("ex_tax_amount" IS NOT NULL OR "tax_reason" IS NOT NULL);
ALTER TABLE "country"
  ADD CONSTRAINT "country_status_check" CHECK ("status" IN ('published', 'insufficient_basket')),
  ADD CONSTRAINT "country_published_check" CHECK (num_nulls("pct_vs_us", "p10_pct", "p25_pct", "p75_pct", "p90_pct", "cheaper_share", "rank", "usd_billed") = CASE "status" WHEN 'published' THEN 0 ELSE 8 END),
  ADD CONSTRAINT "country_model_status_check" CHECK ("model_status" IN ('published', 'base_missing', 'not_comparable', 'insufficient_coverage')),
  ADD CONSTRAINT "country_model_check" CHECK (num_nulls("model_value", "model_low", "model_high") = CASE "model_status" WHEN 'published' THEN 0 ELSE 3 END),
  ADD CONSTRAINT "country_income_check" CHECK (num_nulls("gni_per_capita_usd", "income_reason") = 1),
  ADD CONSTRAINT "country_ppp_check" CHECK (num_nulls("price_level", "ppp_reason") = 1);
ALTER TABLE "level_difference" ADD CONSTRAINT "level_difference_order_check" CHECK ("country" < "other");
ALTER TABLE "dataset_file" ADD CONSTRAINT "dataset_file_sha256_check" CHECK ("sha256" ~ '^[0-9a-f]{64}$');
ALTER TABLE "staff"
  ADD CONSTRAINT "staff_email_check" CHECK ("email" = lower("email") AND "email" ~ '^[^@\s]+@[^@\s]+$'),
  ADD CONSTRAINT "staff_setup_check" CHECK (("setup_hash" IS NULL) = ("setup_expires_at" IS NULL));
ALTER TABLE "api_key"
  ADD CONSTRAINT "api_key_name_check" CHECK ("name" <> ''),
  ADD CONSTRAINT "api_key_requests_per_minute_check" CHECK ("requests_per_minute" BETWEEN 1 AND 100000);
ALTER TABLE "api_key_token" ADD CONSTRAINT "api_key_token_hash_check" CHECK ("hash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "api_key_usage" ADD CONSTRAINT "api_key_usage_check" CHECK ("answered" >= 0 AND "limited" >= 0 AND "errors" >= 0);
-- Half to even, once, to four decimals. Not STRICT: PostgreSQL writes a strict function with a CASE never into the
-- statement that calls it.
CREATE FUNCTION "round_usd"("value" numeric) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN round("value", 4) - "value" = 0.00005 AND mod(round("value", 4) * 10000, 2) = 1 THEN round("value", 4) - 0.0001
    ELSE round("value", 4)
  END;

-- What is never changed is so by the rights of the role that serves (server/serving-role.ts). This is the one change of the
-- audit trail, for a role that may only add to it.
CREATE FUNCTION "erase_client_addresses"() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  BEGIN ATOMIC
    UPDATE "public"."audit_event" SET "address" = NULL
    WHERE "address" IS NOT NULL AND "at" < CURRENT_TIMESTAMP - INTERVAL '90 days';
  END;

ALTER TABLE "change_set"
  ADD CONSTRAINT "change_set_words_check" CHECK (
    "title" <> '' AND "author" <> '' AND "reasons" IS NOT NULL
    AND "origin" IN ('upload', 'desk', 'refresh', 'command')
    AND "state" IN ('draft', 'waiting', 'approved', 'published', 'withdrawn')
  ),
  -- Nobody approves what they wrote themselves.
  ADD CONSTRAINT "change_set_two_people_check" CHECK (
    ("approver_id" IS NULL) = ("approver" IS NULL) AND "approver_id" <> "author_id" AND lower("approver") <> lower("author")
    AND "approver_id" <> ALL ("author_ids") AND "author_ids" IS NOT NULL
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
  ),
  -- A new address is approved by somebody else than who set it.
  ADD CONSTRAINT "feed_two_people_check" CHECK (
    ("address_by_id" IS NULL) = ("address_approver_id" IS NULL) AND "address_by_id" <> "address_approver_id"
    AND ("new_address" IS NULL) = ("new_address_by_id" IS NULL)
  );
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
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_check" CHECK (
  length("name") BETWEEN 1 AND 100 AND length("credential_id") BETWEEN 1 AND 1364 AND "counter" >= 0
);
ALTER TABLE "feed" ADD CONSTRAINT "feed_bounds_check" CHECK (
  "same_day_bound" > 0 AND "same_day_bound" <= 20 AND "week_bound" > 0 AND "week_bound" <= 50
  AND "older_bound" > 0 AND "older_bound" <= 90
);
-- Rates that were held back are never published without a second person.
ALTER TABLE "change_set" ADD CONSTRAINT "change_set_held_check" CHECK (
  "held_from_id" IS NULL OR "state" NOT IN ('approved', 'published') OR "approver_id" IS NOT NULL
);

-- Its author, and whoever set the address that it was read from, count as authors of a change set.
CREATE FUNCTION "name_authors"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.author_ids := ARRAY(
    SELECT DISTINCT id FROM (
      SELECT unnest(NEW.author_ids) AS id UNION SELECT NEW.author_id
      UNION SELECT address_by_id FROM feed WHERE feed.id = NEW.feed_id
    ) AS one WHERE id IS NOT NULL
  );
  RETURN NEW;
END
$$;
CREATE TRIGGER "change_set_authors" BEFORE INSERT ON "change_set" FOR EACH ROW EXECUTE FUNCTION "name_authors"();

-- Who wrote a change set stays, what was previewed is what is approved, and a decision is final.
CREATE FUNCTION "guard_change_set"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.origin, NEW.author_id, NEW.author, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.origin, OLD.author_id, OLD.author, OLD.created_at) THEN
    RAISE EXCEPTION 'the author of change set % stays', OLD.id;
  END IF;
  IF NOT NEW.author_ids @> OLD.author_ids OR NEW.feed_id IS DISTINCT FROM OLD.feed_id THEN
    RAISE EXCEPTION 'who counts as author of change set % stays', OLD.id;
  END IF;
  IF OLD.state IN ('published', 'withdrawn') THEN
    RAISE EXCEPTION 'change set % is %', OLD.id, OLD.state;
  END IF;
  IF NEW.state = 'approved' AND OLD.state NOT IN ('waiting', 'approved') OR NEW.state = 'published' AND OLD.state <> 'approved' THEN
    RAISE EXCEPTION 'change set % is %, not approved', OLD.id, OLD.state;
  END IF;
  IF NEW.state = 'approved' AND OLD.state = 'waiting' AND NEW.digest IS NULL THEN
    RAISE EXCEPTION 'the preview of change set % has to be renewed', OLD.id;
  END IF;
  IF NEW.state IN ('approved', 'published') AND (NEW.preview, NEW.previewed_id, NEW.digest, NEW.reasons)
      IS DISTINCT FROM (OLD.preview, OLD.previewed_id, OLD.digest, OLD.reasons) THEN
    RAISE EXCEPTION 'the preview of change set % stays when it is approved', OLD.id;
  END IF;
  IF NEW.state = 'published' AND (NEW.approver_id, NEW.approver) IS DISTINCT FROM (OLD.approver_id, OLD.approver) THEN
    RAISE EXCEPTION 'the approver of change set % stays', OLD.id;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER "change_set_guard" BEFORE UPDATE ON "change_set" FOR EACH ROW EXECUTE FUNCTION "guard_change_set"();

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
