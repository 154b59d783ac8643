-- CreateTable
CREATE TABLE "desk_product" (
    "id" SERIAL NOT NULL,
    "change_set_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "vendor" TEXT,
    "service" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "website" TEXT,
    "in_basket" BOOLEAN NOT NULL,
    "staff_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "desk_product_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "desk_product_staff_id_idx" ON "desk_product"("staff_id");

-- CreateIndex
CREATE UNIQUE INDEX "desk_product_change_set_id_slug_key" ON "desk_product"("change_set_id", "slug");

-- AddForeignKey
ALTER TABLE "desk_product" ADD CONSTRAINT "desk_product_change_set_id_fkey" FOREIGN KEY ("change_set_id") REFERENCES "change_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "desk_product" ADD CONSTRAINT "desk_product_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Checks
ALTER TABLE "desk_product" ADD CONSTRAINT "desk_product_check" CHECK (
  "kind" IN ('save', 'remove') AND "name" <> '' AND "service" <> '' AND "plan" <> ''
  AND "slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND "category" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'
);
