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

export type Refused = {
  kind: "refused";
  message: string | null;
  errors: Record<string, string>;
  values: Record<string, string>;
  /** Its session had ended. */
  isLate?: boolean;
};

/** Result of a form; the same with and without scripts. */
export type FormState = { kind: "new" } | Refused | { kind: "done"; shown: ShownOnce };

export const NEW_FORM: FormState = { kind: "new" };

/** Server action of the staff area, as forms call it. */
export type FormAction = (state: FormState, form: FormData) => Promise<FormState>;
