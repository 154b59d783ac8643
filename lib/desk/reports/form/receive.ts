import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ZodType, z } from "zod";
import { readClientAddress } from "@/lib/access/limits/client-address";
import { isOwnPost } from "@/lib/access/staff/origin";
import type { FormAnswer } from "@/lib/contract/form-schema";
import { reportSecret } from "@/lib/desk/reports/secret";
import { currentTime } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { hashAddress, isFormToken } from "./token-rules";

const SENTENCES = {
  token: "Not sent yet: this form was opened at another connection, or more than a day ago. Send it once more.",
  robot:
    "Not sent: a field that is hidden from people was filled in. If your browser did that, empty it and send it again.",
  unavailable: "Not sent: our database does not answer. Everything you typed is still here; send it again in a minute.",
};

type Values = Readonly<Record<string, string>>;
type Refusal = Partial<Pick<FormAnswer, "message" | "errors">>;

type PublicForm<S extends ZodType> = {
  /** Leads a form back that no page of ours has sent. */
  page: string;
  schema: S;
  /** Binds its token; null for a form without a subject. */
  subjectOf: (values: Values) => string | null;
  /** Files what was sent; `sender` is a keyed hash of the client address. */
  file: (input: z.output<S>, sender: string, values: Values) => Promise<{ goTo: string } | Refusal>;
};

/** Takes a form of a stranger. Returns a faulty one as it was filled in. `sent` is whatever an action was called with. */
export async function receiveForm<S extends ZodType>(sent: unknown, form: PublicForm<S>): Promise<FormAnswer> {
  const received = await headers();
  if (!(sent instanceof FormData)) redirect(form.page);
  const texts = [...sent].filter((field): field is [string, string] => typeof field[1] === "string");
  const values = Object.fromEntries(texts.filter(([name]) => !name.startsWith("$")));
  const subject = form.subjectOf(values);
  if (!isOwnPost(received) || subject === null) redirect(form.page);
  // Hidden field against bots.
  if (values.website) return { message: SENTENCES.robot, errors: {}, values: { ...values, website: "" } };
  const address = readClientAddress(received);
  const filed = await fileValues(values, form, subject, address);
  if ("goTo" in filed) redirect(filed.goTo);
  return { message: null, errors: {}, ...filed, values };
}

async function fileValues<S extends ZodType>(
  values: Values,
  { schema, file }: PublicForm<S>,
  subject: string,
  address: string,
): Promise<{ goTo: string } | Refusal> {
  const parsed = schema.safeParse(values);
  if (!parsed.success) {
    const errors: Record<string, string> = {};
    for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message;
    return { errors };
  }
  const secret = reportSecret();
  if (!isFormToken(values.token ?? "", secret, address, subject, currentTime().getTime()))
    return { message: SENTENCES.token };
  try {
    return await file(parsed.data, hashAddress(secret, address), values);
  } catch (error) {
    log().warn(
      { error: error instanceof Error ? error.message : "", form: subject.split(" ", 1)[0] },
      "a form could not be filed",
    );
    return { message: SENTENCES.unavailable };
  }
}
