/** What is told once and nowhere kept: a token, or a link that sets a password. */
export type ShownOnce =
  | { kind: "token"; token: string /** A call to paste. */; command: string; keyName: string; keyHref: string }
  | { kind: "link"; link: string; email: string };

/** What came of a form; the same with scripts and without. */
export type FormState =
  | { kind: "new" }
  | { kind: "refused"; message: string | null; errors: Record<string, string>; values: Record<string, string> }
  | { kind: "done"; shown: ShownOnce };

export const NEW_FORM: FormState = { kind: "new" };

/** A server action of the staff area, as forms call it. */
export type FormAction = (state: FormState, form: FormData) => Promise<FormState>;
