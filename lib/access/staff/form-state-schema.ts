/** Secret that is shown once and stored nowhere: a token, or a link that sets a password. */
export type ShownOnce =
  | {
      kind: "token";
      token: string /** Example request with the token. */;
      command: string;
      keyName: string;
      keyHref: string;
    }
  | { kind: "link"; link: string; email: string };

/** Result of a form; the same with and without scripts. */
export type FormState =
  | { kind: "new" }
  | { kind: "refused"; message: string | null; errors: Record<string, string>; values: Record<string, string> }
  | { kind: "done"; shown: ShownOnce };

export const NEW_FORM: FormState = { kind: "new" };

/** State of a form that was sent after its session had ended, and came back. */
export const toKeptState = (values: Record<string, string>): FormState => ({
  kind: "refused",
  message:
    "Your session had ended, so nothing was saved. This is what you filled in: look through it and send it again.",
  errors: {},
  values,
});

/** Server action of the staff area, as forms call it. */
export type FormAction = (state: FormState, form: FormData) => Promise<FormState>;
