/** What a form of a public page came to: shown again with what was typed. */
export type FormAnswer = {
  message: string | null;
  errors: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
};
