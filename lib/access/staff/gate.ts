import "server-only";
import { revalidatePath } from "next/cache";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ZodType, z } from "zod";
import { type AuditEvent, findRecorded, recordAudit } from "@/lib/access/audit/mutations";
import { findClientAddress } from "@/lib/access/limits/client-address";
import { toProblem } from "@/lib/api/failure";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { db } from "@/lib/platform/db";
import { env, publicUrl } from "@/lib/platform/env";
import type { Prisma } from "@/prisma/client/client";
import { authCookies, keptFormCookieName } from "./cookies";
import { findSignedIn } from "./current-data";
import type { FormState, ShownOnce } from "./form-state-schema";
import { dropKeptForm, keepForm } from "./kept-form-mutations";
import { FORM_NAME_FIELD, FORM_OWNER_FIELD, KEPT_SECONDS, toRefusalId } from "./kept-form-schema";
import { isOwnPost } from "./origin";
import { type Action, may, NOT_ALLOWED_PATH, SIGN_IN_PATH, toKeptSignInHref, toReturnPath } from "./rules";
import type { SignedIn } from "./schema";
import { identifyForm, type SentForm, SHOWN_AGAIN_MS } from "./sent-form";

/** Result of a staff action: for the audit log, and for the next page. */
export type StaffChange = {
  type: "key" | "staff" | "session" | "change" | "price" | "report" | "feed";
  id: string;
  name?: string;
  before?: object;
  after?: object;
  next: { goTo: string } | { show: ShownOnce };
  /** Runs once the change is committed. */
  followUp?: () => void;
};
/** Refusal of a staff action: a sentence, or messages for single fields, worded to follow their labels. */
export type GateRefusal = { message?: string; errors?: Record<string, string> };
/** Part of an action that runs inside the transaction that also writes the audit log. */
type Work<Done> = (tx: Prisma.TransactionClient) => Promise<Done | GateRefusal>;
/** Part of an action that runs before the transaction; returns the rest. */
type Run<S extends ZodType, By, Done> = (input: z.output<S>, by: By) => Promise<Work<Done> | GateRefusal>;

/** Context of a staff action; `seed` generates the secret that it shows once. */
type By = { staff: SignedIn; clientAddress: string; seed: Buffer };
/** Finds the secret that a form showed a moment ago, for a form sent twice; null once it is no longer valid. */
type ShowAgain = (targetId: string, seed: Buffer) => Promise<ShownOnce | null>;

/**
 * Defines a server action of the staff area. The only way to do so: it checks that the post comes from a page of this
 * site, that the signed-in member's role allows the action and that the form fits its schema, then commits the change
 * together with its audit event. An action that shows a secret passes `showAgain` for forms that are sent twice.
 */
export function defineAction<S extends ZodType>(
  action: Action,
  input: S,
  run: Run<S, By, StaffChange>,
  showAgain?: ShowAgain,
) {
  return async (...sent: unknown[]): Promise<FormState> => {
    const { form, clientAddress } = await readPost(sent);
    const staff = await findSignedIn().catch(tellAway);
    if (staff === "away") return refuse(readTexts(form), AWAY);
    if (!staff) {
      const signIn = await keepForLater(form).catch(tellAway);
      if (signIn === "away") return refuse(readTexts(form), AWAY);
      redirect(signIn);
    }
    if (!may(staff.role, action)) redirect(NOT_ALLOWED_PATH);
    const perform = async (values: z.output<S>, seed: Buffer) => {
      const work = await run(values, { staff, clientAddress, seed });
      if (typeof work !== "function") return work;
      return async (tx: Prisma.TransactionClient) => {
        const done = await work(tx);
        return "next" in done ? { ...done, actor: staff } : done;
      };
    };
    const done = await carryOut({ action, form, input, clientAddress, actorId: staff.id, perform, showAgain }).catch(
      tellAway,
    );
    return done === "away" ? refuse(readTexts(form), AWAY) : done;
  };
}

const AWAY: GateRefusal = {
  message:
    "The database does not answer: nothing was changed. What you typed is still here; send it again in a minute.",
};

/** Tells an outage of the database from every other error, which is thrown on; redirects are errors too. */
function tellAway(error: unknown): "away" {
  if (toProblem(error).kind === "unavailable") return "away";
  throw error;
}

/** Keeps a form that came without a session. Returns the address of the sign-in page, which leads back to it. */
async function keepForLater(form: FormData): Promise<string> {
  const { name, owner } = { name: form.get(FORM_NAME_FIELD), owner: form.get(FORM_OWNER_FIELD) };
  if (typeof name !== "string" || typeof owner !== "string") return SIGN_IN_PATH;
  const jar = await cookies();
  const cookie = keptFormCookieName();
  const id = await keepForm({ form: name, texts: dropPasswords(readTexts(form)) }, owner, jar.get(cookie)?.value);
  if (id === null) return SIGN_IN_PATH;
  jar.set(cookie, id, { ...authCookies().sessionToken.options, maxAge: KEPT_SECONDS });
  const page = toReturnPath((await headers()).get(ADDRESS_HEADER) ?? undefined, publicUrl());
  return toKeptSignInHref(page, toRefusalId(name));
}

/** Erases what was kept of a form that has now been carried out; failing to is no failure of the form. */
async function forgetKept(form: FormData): Promise<void> {
  const [id, name] = [(await cookies()).get(keptFormCookieName())?.value, form.get(FORM_NAME_FIELD)];
  if (typeof name !== "string") return;
  if (await dropKeptForm(id, name).catch(() => false)) revalidatePath("/admin", "layout");
}

/** Defines an action for holders of a one-time token instead of a session; the change names its actor. */
export function defineOpenAction<S extends ZodType>(
  action: string,
  input: S,
  run: Run<S, { clientAddress: string }, ActorsChange>,
) {
  return async (...sent: unknown[]): Promise<FormState> => {
    const { form, clientAddress } = await readPost(sent);
    const perform = (values: z.output<S>) => run(values, { clientAddress });
    const done = await carryOut({ action, form, input, clientAddress, actorId: "", perform }).catch(tellAway);
    return done === "away" ? refuse(readTexts(form), AWAY) : done;
  };
}

type ActorsChange = StaffChange & { actor: { id: string; email: string } };

async function readPost(sent: unknown[]): Promise<{ form: FormData; clientAddress: string }> {
  const received = await headers();
  const form = sent.at(-1);
  if (!isOwnPost(received) || !(form instanceof FormData)) redirect(NOT_ALLOWED_PATH);
  return { form, clientAddress: findClientAddress(received.get("x-forwarded-for"), env().TRUST_PROXY_HOPS) };
}

type Post<S extends ZodType> = {
  action: string;
  form: FormData;
  input: S;
  clientAddress: string;
  actorId: string;
  perform: (values: z.output<S>, seed: Buffer) => Promise<Work<ActorsChange> | GateRefusal>;
  showAgain?: ShowAgain | undefined;
};

async function carryOut<S extends ZodType>(post: Post<S>): Promise<FormState> {
  const { action, form, input, clientAddress, actorId, perform, showAgain } = post;
  const given = readTexts(form);
  const parsed = input.safeParse(given);
  if (!parsed.success) return refuse(given, { errors: toErrors(parsed.error) });
  const sent = identifyForm(action, actorId, given);
  const work = await perform(parsed.data, sent.seed);
  if (typeof work !== "function") return refuse(given, work);
  const result = await db().$transaction(async (tx) => {
    const recorded = sent.id === null ? null : await findRecorded(tx, sent.id);
    if (recorded) return { recorded };
    const done = await work(tx);
    if ("next" in done) await recordAudit(tx, toEvent(action, clientAddress, sent, done));
    return done;
  });
  if ("recorded" in result) {
    const { at, targetId } = result.recorded;
    const isRecent = Date.now() - at.getTime() < SHOWN_AGAIN_MS;
    const shown = isRecent && targetId !== null ? await showAgain?.(targetId, sent.seed) : undefined;
    return shown ? { kind: "done", shown } : refuse(given, SENT_BEFORE);
  }
  if (!("next" in result)) return refuse(given, result);
  result.followUp?.();
  await forgetKept(form);
  if ("goTo" in result.next) redirect(result.next.goTo);
  revalidatePath("/admin", "layout");
  return { kind: "done", shown: result.next.show };
}

const SENT_BEFORE: GateRefusal = { message: "This form was sent before, and was carried out then." };

function toEvent(action: string, address: string, form: SentForm, done: ActorsChange): AuditEvent {
  const { actor, type, id, name, before, after } = done;
  return {
    ...{ actorId: actor.id, actor: actor.email, action, address, targetType: type, targetId: id },
    ...(name !== undefined && { targetName: name }),
    ...(before && { before }),
    ...(after && { after }),
    ...(form.id !== null && { formId: form.id }),
  };
}

/** Text fields of a form that people fill in: without Next's own, which begin with a dollar sign, and those of the gate. */
function readTexts(form: FormData): Record<string, string> {
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(
    texts.filter(([name]) => !name.startsWith("$") && name !== FORM_NAME_FIELD && name !== FORM_OWNER_FIELD),
  );
}

const dropPasswords = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !name.includes("password")));

/** Returns the form as it was filled in, except passwords. */
function refuse(given: Record<string, string>, { message, errors = {} }: GateRefusal): FormState {
  return { kind: "refused", message: message ?? null, errors, values: dropPasswords(given) };
}

function toErrors(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0] ?? ""), message]).reverse());
}
