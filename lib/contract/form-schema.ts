/** Outcome of a form of a public page, which is shown again with its input. */
export type FormAnswer = {
  message: string | null;
  errors: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
};
