-- CreateTable
CREATE TABLE "page_figure" (
    "name" TEXT COLLATE "C" NOT NULL,
    "figures" JSON NOT NULL,

    CONSTRAINT "page_figure_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "price_move" (
    "price_id" INTEGER NOT NULL,
    "first_seen_on" DATE NOT NULL,
    "was" DECIMAL(15,4) NOT NULL,
    "amount" DECIMAL(15,4) NOT NULL,
    "currency" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "price_move_pkey" PRIMARY KEY ("price_id","first_seen_on")
);

-- CreateTable
CREATE TABLE "product_billing" (
    "platform" TEXT COLLATE "C" NOT NULL,
    "period" TEXT COLLATE "C" NOT NULL,
    "product" TEXT COLLATE "C" NOT NULL,
    "countries" INTEGER NOT NULL,
    "low" DECIMAL(21,4),
    "high" DECIMAL(21,4),
    "verified_on" DATE NOT NULL,
    "changed_on" DATE,
    "low_id" INTEGER,
    "high_id" INTEGER,

    CONSTRAINT "product_billing_pkey" PRIMARY KEY ("platform","period","product")
);
