-- What Prisma has no word for: serving processes are told of rows that they would else look for (lib/platform/notices.ts).
CREATE FUNCTION "tell_processes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('price_atlas', TG_ARGV[0]);
  RETURN NULL;
END
$$;

CREATE TRIGGER "dataset_version_told" AFTER INSERT OR UPDATE ON "dataset_version"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_processes"('version');
CREATE TRIGGER "price_report_told" AFTER INSERT OR UPDATE OF "changed_at" ON "price_report"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_processes"('report');
CREATE TRIGGER "mail_told" AFTER INSERT OR UPDATE OF "due_at" ON "mail"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_processes"('mail');
CREATE TRIGGER "webhook_delivery_told" AFTER INSERT OR UPDATE OF "due_at" ON "webhook_delivery"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_processes"('webhook');
