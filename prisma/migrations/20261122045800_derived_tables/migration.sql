-- CreateTable
CREATE TABLE "derived_table" (
    "name" TEXT COLLATE "C" NOT NULL,
    "version_id" INTEGER NOT NULL,

    CONSTRAINT "derived_table_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "derived_table_version_id_idx" ON "derived_table"("version_id");

-- AddForeignKey
ALTER TABLE "derived_table" ADD CONSTRAINT "derived_table_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;
