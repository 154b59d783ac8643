-- CreateTable
CREATE TABLE "dataset_file" (
    "version_id" INTEGER NOT NULL,
    "redacted" INTEGER NOT NULL,
    "dataset" TEXT COLLATE "C" NOT NULL,
    "format" TEXT COLLATE "C" NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" TEXT COLLATE "C" NOT NULL,
    "documentation" TEXT NOT NULL,

    CONSTRAINT "dataset_file_pkey" PRIMARY KEY ("version_id","redacted","dataset","format")
);

-- CreateTable
CREATE TABLE "change_list" (
    "version_id" INTEGER NOT NULL,
    "basis" TEXT COLLATE "C" NOT NULL,
    "has_revalued" BOOLEAN NOT NULL,

    CONSTRAINT "change_list_pkey" PRIMARY KEY ("version_id")
);

-- CreateTable
CREATE TABLE "change_entry" (
    "version_id" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,
    "object" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "product" TEXT COLLATE "C",
    "country" TEXT COLLATE "C",
    "key" JSON NOT NULL,
    "before" JSON,
    "after" JSON,
    "reason" TEXT COLLATE "C",

    CONSTRAINT "change_entry_pkey" PRIMARY KEY ("version_id","place")
);

-- CreateIndex
CREATE INDEX "change_entry_product_version_id_place_idx" ON "change_entry"("product", "version_id", "place");

-- CreateIndex
CREATE INDEX "change_entry_country_version_id_place_idx" ON "change_entry"("country", "version_id", "place");

-- AddForeignKey
ALTER TABLE "dataset_file" ADD CONSTRAINT "dataset_file_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_list" ADD CONSTRAINT "change_list_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_entry" ADD CONSTRAINT "change_entry_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "change_list"("version_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "dataset_file" ADD CONSTRAINT "dataset_file_sha256_check" CHECK ("sha256" ~ '^[0-9a-f]{64}$');
