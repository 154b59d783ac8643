/** Hidden fields of a staff form: its name, and the sealed id of the member whom its page was made for. */
export const FORM_NAME_FIELD = "sent_form";
export const FORM_OWNER_FIELD = "sent_by";

/** Hidden field in which a form carries its texts as they were when it was opened, as JSON. */
export const OPENED_FIELD = "opened";

/** Name of the form that uploads files: of it the title is kept. */
export const UPLOAD_FORM_NAME = "Upload files";

/** Seconds for which a form is kept that was sent after its session had ended. */
export const KEPT_SECONDS = 3600;

/** A form to be shown again as it was filled in. */
export type KeptForm = { form: string; texts: Record<string, string> };

/** Names a form: its label, and the values that say which thing it is about. */
export function nameForm(label: string, hidden: Readonly<Record<string, string>>): string {
  const about = Object.entries(hidden).filter(([name]) => name !== "form_id" && name !== OPENED_FIELD);
  return [label, ...about.map(([, value]) => value)].join(" ");
}

/** Id of the sentence that says why a form was refused: forms without scripts are sent to an address that ends in it. */
export const toRefusalId = (form: string): string => `refused-${form.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
