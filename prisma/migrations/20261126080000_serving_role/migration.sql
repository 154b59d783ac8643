-- What is never changed is so by the rights of the role that serves (server/serving-role.ts), no longer by triggers.
DROP TRIGGER "audit_event_append_only" ON "audit_event";
DROP TRIGGER "audit_event_kept" ON "audit_event";
DROP TRIGGER "correction_append_only" ON "correction";
DROP TRIGGER "observation_kept" ON "observation";
DROP TRIGGER "rate_kept" ON "rate";
DROP TRIGGER "change_set_kept" ON "change_set";
DROP FUNCTION "guard_audit_event"();
DROP FUNCTION "refuse_change"();

-- The one change of the audit trail, for a role that may only add to it.
CREATE FUNCTION "erase_client_addresses"() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  BEGIN ATOMIC
    UPDATE "public"."audit_event" SET "address" = NULL
    WHERE "address" IS NOT NULL AND "at" < CURRENT_TIMESTAMP - INTERVAL '90 days';
  END;
