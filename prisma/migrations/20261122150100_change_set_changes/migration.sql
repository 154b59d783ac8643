-- CreateTable
CREATE TABLE "change_set_changes" (
    "change_set_id" INTEGER NOT NULL,
    "csv_gzip" BYTEA NOT NULL,

    CONSTRAINT "change_set_changes_pkey" PRIMARY KEY ("change_set_id")
);

-- AddForeignKey
ALTER TABLE "change_set_changes" ADD CONSTRAINT "change_set_changes_change_set_id_fkey" FOREIGN KEY ("change_set_id") REFERENCES "change_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
