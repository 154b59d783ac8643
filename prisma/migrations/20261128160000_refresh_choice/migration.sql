-- CreateTable
CREATE TABLE "refresh_choice" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "reads" BOOLEAN NOT NULL,
    "answered_by" TEXT NOT NULL,
    "answered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refresh_choice_pkey" PRIMARY KEY ("id")
);

-- One row at most.
ALTER TABLE "refresh_choice" ADD CONSTRAINT "refresh_choice_check" CHECK ("id" = 1 AND "answered_by" <> '');
