-- CreateTable
CREATE TABLE "country_page" (
    "country" TEXT COLLATE "C" NOT NULL,
    "figures" JSON NOT NULL,
    "example_id" INTEGER NOT NULL,
    "first_ids" INTEGER[],
    "lowest_ids" INTEGER[],
    "highest_ids" INTEGER[],
    "price_ids" INTEGER[],
    "products" TEXT[] COLLATE "C",
    "labels" INTEGER[],
    "categories" TEXT[] COLLATE "C",
    "platforms" "platform"[],
    "periods" "period"[],
    "usd_monthly" DECIMAL(21,4)[],
    "us_usd_monthly" DECIMAL(21,4)[],
    "pct" DECIMAL(30,4)[],
    "verified_on" DATE[],
    "changed_on" DATE[],

    CONSTRAINT "country_page_pkey" PRIMARY KEY ("country")
);
