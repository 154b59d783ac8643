import { z } from "zod";

const MAX_FIELDS = 100;
const MAX_DEPTH = 8;

/** Fields that React adds to a form that is sent without scripts; `ID_` or `REF_` names the action. */
const CONTROL = /^\$ACTION_(?:(ID)_[0-9a-f]{42}|(REF)_\d{1,2}|KEY|\d{1,2}:\d{1,2})$/;

/** A reference of React's own encoding begins with a dollar sign; one in a text is written twice. */
const isText = (text: string) => !text.startsWith("$") || text.startsWith("$$");
const Plain = z.unknown().refine((value) => isPlain(value, MAX_DEPTH));
/** The arguments of an action as scripts send them: what came of the form before, and the fields of the form. */
const Arguments = z.tuple([Plain, z.string().regex(/^\$K[0-9a-f]{1,2}$/)]);
/** Action and place of its bound arguments in a form that is sent without scripts. */
const Bound = z.object({ id: z.string(), bound: z.string().regex(/^\$@\d{1,2}$/) });
const BoundArguments = z.tuple([Plain]);

/**
 * The fields of a form that is sent to a server action, where React and Next can read every one of them. Null for all
 * else, which would be an error of the server to them. `actionId` is that of the header, or else what the form names.
 */
export async function readActionForm(
  body: Buffer<ArrayBuffer>,
  contentType: string,
  actionId: string | undefined,
): Promise<{ form: FormData; actionId: string } | null> {
  const form = await new Response(body, { headers: { "Content-Type": contentType } }).formData().catch(() => null);
  const entries = form === null ? [] : [...form];
  if (form === null || entries.length === 0 || entries.length > MAX_FIELDS) return null;
  if (!entries.every(([, value]) => typeof value === "string")) return null;
  if (actionId !== undefined) return areArguments(form) ? { form, actionId } : null;
  const named = readActionId(form);
  return named === null ? null : { form, actionId: named };
}

const areArguments = (form: FormData) => Arguments.safeParse(readJson(form.getAll("0"))).success;

/** Id of the action that a form without scripts calls; null where none is named, or two are. */
function readActionId(form: FormData): string | null {
  const names = [...form.keys()].filter((name) => name.startsWith("$"));
  if (new Set(names).size < names.length || !names.every((name) => CONTROL.test(name))) return null;
  const callers = names.filter((name) => /^\$ACTION_(?:ID|REF)_/.test(name));
  const [caller = ""] = callers;
  if (callers.length !== 1) return null;
  if (caller.startsWith("$ACTION_ID_")) return caller.slice("$ACTION_ID_".length);
  const prefix = caller.replace("REF_", "");
  const named = Bound.safeParse(readJson(form.getAll(`${prefix}:0`)));
  if (!named.success) return null;
  const bound = form.getAll(`${prefix}:${named.data.bound.slice(2)}`);
  return BoundArguments.safeParse(readJson(bound)).success ? named.data.id : null;
}

/** The value of a field that is there once and holds JSON; undefined for others. */
function readJson(values: unknown[]): unknown {
  const [value] = values;
  if (values.length !== 1 || typeof value !== "string") return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === "string") return isText(value);
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.entries(value).every(([name, inner]) => name !== "__proto__" && isPlain(inner, depth - 1));
}
