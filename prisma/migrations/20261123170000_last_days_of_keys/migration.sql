-- A last day of 9999-12-31 became an instant of the year 10000, which no page could read, and whose key the API refused.
-- Such a key ends with the latest last day that is accepted now.
UPDATE "api_key" SET "expires_at" = '3000-01-01' WHERE "expires_at" >= '9999-12-31';
