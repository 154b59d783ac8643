import { FORM_NAME_FIELD, FORM_OWNER_FIELD } from "@/lib/access/staff/kept-form-schema";

/** Hidden fields by which a form that is sent after its session has ended comes back to its member. */
export function OwnerFields({ form, sealed }: { form: string; sealed: string }) {
  return (
    <>
      <input type="hidden" name={FORM_NAME_FIELD} value={form} />
      <input type="hidden" name={FORM_OWNER_FIELD} value={sealed} />
    </>
  );
}
