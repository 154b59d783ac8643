-- CreateTable
CREATE TABLE "series_list" (
    "list" TEXT COLLATE "C" NOT NULL,
    "part" INTEGER NOT NULL,
    "price_ids" INTEGER[],

    CONSTRAINT "series_list_pkey" PRIMARY KEY ("list","part")
);

-- CreateTable
CREATE TABLE "ended_span" (
    "list" TEXT COLLATE "C" NOT NULL,
    "place" INTEGER NOT NULL,
    "first_day" DATE NOT NULL,
    "next_day" DATE,

    CONSTRAINT "ended_span_pkey" PRIMARY KEY ("list","place","first_day")
);

-- CreateTable
CREATE TABLE "ended_count" (
    "list" TEXT COLLATE "C" NOT NULL,
    "day" DATE NOT NULL,
    "ended" INTEGER NOT NULL,

    CONSTRAINT "ended_count_pkey" PRIMARY KEY ("list","day")
);

-- The lists of all series are written together with those of current prices, by the next start.
DELETE FROM "derived_table" WHERE "name" = 'price_list';
