import "server-only";
import { createHash } from "node:crypto";
import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { type ZodType, z } from "zod";
import { type AuditEvent, recordAudit } from "@/lib/access/audit/mutations";
import { readClientAddress } from "@/lib/access/limits/client-address";
import { findSent } from "@/lib/access/sent-once/mutations";
import { findSignedIn } from "@/lib/access/staff/current-data";
import { isOwnPost } from "@/lib/access/staff/origin";
import {
  type Action,
  may,
  NOT_ALLOWED_PATH,
  needsSignIn,
  toLateSignInHref,
  toReturnPath,
} from "@/lib/access/staff/roles/rules";
import type { SignedIn } from "@/lib/access/staff/roles/schema";
import { toProblem } from "@/lib/api/failure";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { currentTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { publicUrl } from "@/lib/platform/env";
import type { Prisma } from "@/prisma/client/client";
import type { FormState, Refused, ShownOnce } from "./form-state-schema";

export type StaffChange = {
  type: "key" | "staff" | "session" | "change" | "price" | "report" | "reading" | "request" | "feed" | "passkey";
  id: string;
  name?: string;
  before?: object;
  after?: object;
  /** Of what can be sent once. */
  sentId?: string;
  next: { goTo: string } | { show: ShownOnce };
  followUp?: () => void;
};
/** `errors` has messages for single fields, worded to follow their labels. */
export type GateRefusal = {
  message?: string;
  link?: { href: string; text: string };
  errors?: Record<string, string>;
  /** What `message` asks about: the form is sent again with this text in its field `seen`. */
  asks?: string;
  /** The sign-in is too long ago for this. */
  late?: "stale";
};
type Work<Done> = (tx: Prisma.TransactionClient) => Promise<Done | GateRefusal>;
type Run<S extends ZodType, By, Done> = (input: z.output<S>, by: By) => Promise<Work<Done> | GateRefusal>;

type By = { staff: SignedIn; clientAddress: string };
type ToPage = (targetId: string) => string;

/**
 * Checks origin, permission and schema, then commits the change with its audit event. Pass `toPage` where a secret is
 * shown: a form sent twice leads there.
 */
export function defineAction<S extends ZodType>(
  action: Action,
  input: S,
  run: Run<S, By, StaffChange>,
  toPage?: ToPage,
) {
  return async (...sent: unknown[]): Promise<FormState> => {
    const { form, clientAddress } = await readPost(sent);
    const staff = await findSignedIn().catch(tellAway);
    if (staff === "away") return refuse(readTexts(form), AWAY);
    if (!staff) return refuseLate(form);
    if (!may(staff.role, action)) redirect(NOT_ALLOWED_PATH);
    if (needsSignIn(action, staff.signedInAt, currentTime())) return refuse(readTexts(form), { late: "stale" });
    const perform = async (values: z.output<S>) => {
      const work = await run(values, { staff, clientAddress });
      if (typeof work !== "function") return work;
      return async (tx: Prisma.TransactionClient) => {
        const done = await work(tx);
        return "next" in done ? { ...done, actor: staff } : done;
      };
    };
    const done = await carryOut({ action, form, input, clientAddress, actorId: staff.id, perform, toPage }).catch(
      tellAway,
    );
    return done === "away" ? refuse(readTexts(form), AWAY) : done;
  };
}

const AWAY: GateRefusal = {
  message:
    "The database does not answer: nothing was changed. What you typed is still here; send it again in a minute.",
};

/** Rethrows every other error, such as Next's redirects. */
function tellAway(error: unknown): "away" {
  if (toProblem(error).kind === "unavailable") return "away";
  throw error;
}

/** Keeps a page with scripts as it was filled in; without scripts redirects to the sign-in page, which leads back. */
async function refuseLate(form: FormData): Promise<FormState> {
  const received = await headers();
  const given = readTexts(form);
  const hasScripts = received.get("accept") === "text/x-component";
  if (hasScripts && Object.keys(given).length > 0) return { ...refuse(given, {}), late: "ended" };
  redirect(toLateSignInHref(toReturnPath(received.get(ADDRESS_HEADER), publicUrl())));
}

/** Defines an action for holders of a one-time token instead of a session. */
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
  return { form, clientAddress: readClientAddress(received) };
}

type Post<S extends ZodType> = {
  action: string;
  form: FormData;
  input: S;
  clientAddress: string;
  actorId: string;
  perform: (values: z.output<S>) => Promise<Work<ActorsChange> | GateRefusal>;
  toPage?: ToPage | undefined;
};

async function carryOut<S extends ZodType>(post: Post<S>): Promise<FormState> {
  const { action, form, input, clientAddress, actorId, perform, toPage } = post;
  const given = readTexts(form);
  const parsed = input.safeParse(given);
  if (!parsed.success) return refuse(given, { errors: toErrors(parsed.error) });
  const formId = toPage ? identifyForm(action, actorId, given) : null;
  const work = await perform(parsed.data);
  if (typeof work !== "function") return refuse(given, work);
  const result = await db().$transaction(async (tx) => {
    const sent = formId && (await findSent(tx, formId));
    if (sent && toPage) return { sentBefore: toPage(sent) };
    const done = await work(tx);
    if ("next" in done) await recordAudit(tx, toEvent(action, clientAddress, done), done.sentId ?? formId);
    return done;
  });
  if ("sentBefore" in result) redirect(result.sentBefore);
  if (!("next" in result)) return refuse(given, result);
  result.followUp?.();
  if ("goTo" in result.next) redirect(result.next.goTo);
  revalidatePath("/admin", "layout");
  return { kind: "done", shown: result.next.show };
}

function toEvent(action: string, address: string, done: ActorsChange): AuditEvent {
  const { actor, type, id, name, before, after } = done;
  return {
    actorId: actor.id,
    actor: actor.email,
    action,
    address,
    targetType: type,
    targetId: id,
    ...(name !== undefined && { targetName: name }),
    ...(before && { before }),
    ...(after && { after }),
  };
}

/** Skips Next's own fields, which begin with a dollar sign. */
function readTexts(form: FormData): Record<string, string> {
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(texts.filter(([name]) => !name.startsWith("$")));
}

function refuse(given: Record<string, string>, { message, link, errors = {}, asks, late }: GateRefusal): Refused {
  const values = Object.fromEntries(Object.entries(given).filter(([name]) => !name.includes("password")));
  return {
    kind: "refused",
    message: message ?? null,
    ...(link && { link }),
    ...(asks !== undefined && { asks }),
    ...(late && { late }),
    errors,
    values,
  };
}

function toErrors(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0] ?? ""), message]).reverse());
}

/** Returns a one-way hash, so that a form sent twice is carried out once; null when the page gave it no number. */
function identifyForm(action: string, actorId: string, given: Readonly<Record<string, string>>): string | null {
  if (!z.uuid().safeParse(given.form_id).success) return null;
  const content = JSON.stringify([action, actorId, Object.entries(given).sort()]);
  const digest = createHash("sha256").update(content).digest("hex");
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}
