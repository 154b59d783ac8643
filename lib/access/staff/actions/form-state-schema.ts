/** Secret that is shown once and stored nowhere. */
export type ShownOnce =
  | {
      kind: "token";
      token: string;
      command: string;
      keyName: string;
      keyHref: string;
    }
  | { kind: "secret"; secret: string; keyName: string; keyHref: string }
  | { kind: "link"; link: string; email: string };

export type Refused = {
  kind: "refused";
  message: string | null;
  link?: { href: string; text: string };
  errors: Record<string, string>;
  values: Record<string, string>;
  /** Nothing is wrong: sent again with this in its field `seen`, it is done. */
  asks?: string;
  /** The session has ended, or the sign-in is too long ago for this. */
  late?: "ended" | "stale";
};

export type FormState = { kind: "new" } | Refused | { kind: "done"; shown: ShownOnce };

export const NEW_FORM: FormState = { kind: "new" };

export type FormAction = (state: FormState, form: FormData) => Promise<FormState>;
