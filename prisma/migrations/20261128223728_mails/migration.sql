-- Addresses that get word of changes, what they follow, and their mails.
-- CreateTable
CREATE TABLE "subscriber" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "address" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscriber_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "follow" (
    "id" SERIAL NOT NULL,
    "subscriber_id" UUID NOT NULL,
    "products" TEXT[] COLLATE "C",
    "country" TEXT COLLATE "C",
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "follow_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "subscriber_id" UUID NOT NULL,
    "version_id" INTEGER,
    "follow_id" INTEGER,
    "state" TEXT COLLATE "C" NOT NULL DEFAULT 'waiting',
    "at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "unseen" INTEGER NOT NULL DEFAULT 0,
    "begun_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "code" INTEGER,
    "told" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "told_in" INTEGER,
    "sender" TEXT,

    CONSTRAINT "mail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_link" (
    "hash" TEXT NOT NULL,
    "mail_id" UUID NOT NULL,

    CONSTRAINT "mail_link_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "told_change" (
    "version_id" INTEGER NOT NULL,
    "series_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "was_on" DATE NOT NULL,
    "is_on" DATE NOT NULL,

    CONSTRAINT "told_change_pkey" PRIMARY KEY ("version_id","series_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "subscriber_address_key" ON "subscriber"("address");

-- CreateIndex
CREATE INDEX "follow_subscriber_id_idx" ON "follow"("subscriber_id");

-- CreateIndex
CREATE INDEX "follow_confirmed_at_idx" ON "follow"("confirmed_at");

-- CreateIndex
CREATE INDEX "mail_state_due_at_idx" ON "mail"("state", "due_at");

-- CreateIndex
CREATE INDEX "mail_follow_id_idx" ON "mail"("follow_id");

-- CreateIndex
CREATE INDEX "mail_sender_at_idx" ON "mail"("sender", "at");

-- CreateIndex
CREATE UNIQUE INDEX "mail_subscriber_id_version_id_key" ON "mail"("subscriber_id", "version_id");

-- CreateIndex
CREATE INDEX "mail_link_mail_id_idx" ON "mail_link"("mail_id");

-- AddForeignKey
ALTER TABLE "follow" ADD CONSTRAINT "follow_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "subscriber"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail" ADD CONSTRAINT "mail_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "subscriber"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail" ADD CONSTRAINT "mail_follow_id_fkey" FOREIGN KEY ("follow_id") REFERENCES "follow"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_link" ADD CONSTRAINT "mail_link_mail_id_fkey" FOREIGN KEY ("mail_id") REFERENCES "mail"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Checks
ALTER TABLE "subscriber" ADD CONSTRAINT "subscriber_address" CHECK (address = lower(address) AND length(address) BETWEEN 3 AND 254);
ALTER TABLE "follow" ADD CONSTRAINT "follow_products" CHECK (cardinality(products) BETWEEN 1 AND 150);
ALTER TABLE "follow" ADD CONSTRAINT "follow_country" CHECK (country ~ '^[A-Z]{2}$');
ALTER TABLE "mail" ADD CONSTRAINT "mail_state" CHECK (state IN ('waiting', 'sending', 'sent', 'refused', 'late', 'empty', 'withheld'));
ALTER TABLE "mail" ADD CONSTRAINT "mail_subject" CHECK (version_id IS NULL OR follow_id IS NULL);
ALTER TABLE "told_change" ADD CONSTRAINT "told_change_kind" CHECK (kind IN ('changed', 'corrected', 'withdrawn'));
