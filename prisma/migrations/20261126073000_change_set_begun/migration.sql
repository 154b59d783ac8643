-- Work that began and never ended is told as a failure: a change set that ends its process does not end the next one.
ALTER TABLE "change_set" ADD COLUMN "begun_at" TIMESTAMPTZ(3);
