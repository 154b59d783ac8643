ALTER TABLE "change_set"
  ADD COLUMN "decimal_mark" TEXT,
  ADD COLUMN "day_order" TEXT,
  ADD CONSTRAINT "change_set_decimal_mark_check" CHECK ("decimal_mark" IN ('.', ',')),
  ADD CONSTRAINT "change_set_day_order_check" CHECK ("day_order" IN ('dmy', 'mdy'));
