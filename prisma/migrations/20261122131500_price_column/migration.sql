-- CreateTable
CREATE TABLE "price_column" (
    "name" TEXT NOT NULL,
    "cells" BYTEA NOT NULL,

    CONSTRAINT "price_column_pkey" PRIMARY KEY ("name")
);
