import { z } from "zod";
import { MS_PER_DAY } from "@/lib/contract/days";
import { KeyChanges, KeyInput, Overlap } from "./schema";

const Texts = z.record(z.string(), z.string());

/** Hidden field in which a form carries its texts as they were when it was opened, as JSON. */
export const OPENED_FIELD = "opened";

/** Fields of the key form: texts, empty where nothing was entered. */
export const KeyForm = z.preprocess((sent) => {
  const { contact_email, note, expires_at, ...fields } = readFields(Texts.parse(sent));
  return {
    ...fields,
    ...{ contact_email: contact_email ?? undefined, note: note ?? undefined, expires_at: expires_at ?? undefined },
  };
}, KeyInput);

const KeyId = z.object({ id: z.uuid() });

/**
 * Form that edits a key: only what was changed since it was opened. What somebody else changed meanwhile stays, and a last
 * day that has passed need not be moved to change something else.
 */
export const KeyUpdateForm = z.preprocess((sent) => {
  const form = Texts.parse(sent);
  const opened = readOpened(form[OPENED_FIELD]);
  const isChanged = ([name]: [string, unknown]) => toLines(form[name] ?? "") !== opened[name];
  return { id: form.id, ...Object.fromEntries(Object.entries(readFields(form)).filter(isChanged)) };
}, KeyChanges.extend(KeyId.shape));
export const KeyRotateForm = KeyId.extend({ overlap: Overlap });
export const KeyRevokeForm = KeyId.extend({ confirmation: z.string().trim() });

/** Settings as the texts of a form say them; null where nothing was entered. */
function readFields({ name = "", owner = "", requests_per_minute: limit = "", ...form }: Record<string, string>) {
  return {
    ...{ name, owner, requests_per_minute: /^-?\d{1,9}$/.test(limit.trim()) ? Number(limit) : limit },
    contact_email: form.contact_email?.trim() || null,
    note: form.note?.trim() || null,
    expires_at: form.expires_at ? toEndOfDay(form.expires_at) : null,
  };
}

function readOpened(json = "{}"): Record<string, string> {
  try {
    return Object.fromEntries(
      Object.entries(Texts.parse(JSON.parse(json))).map(([name, text]) => [name, toLines(text)]),
    );
  } catch {
    return {};
  }
}

/** Text of a field whose lines end as in the database: browsers send them with a carriage return. */
const toLines = (text: string) => text.replaceAll("\r\n", "\n");

/** Expiry of a key: the end of its last day (UTC). An invalid Date when `day` is no day. */
export function toEndOfDay(day: string): Date {
  return new Date(z.iso.date().safeParse(day).success ? Date.parse(day) + MS_PER_DAY : Number.NaN);
}

/** Last day of a key, as its form shows it. */
export function toLastDay(expiresAt: Date): string {
  return new Date(expiresAt.getTime() - 1).toISOString().slice(0, 10);
}

/** Input that would set a key's current values again. */
export function toKeyInput(key: {
  name: string;
  owner: string;
  contactEmail: string | null;
  requestsPerMinute: number;
  note: string | null;
  expiresAt: Date | null;
}): KeyInput {
  return {
    ...{ name: key.name, owner: key.owner, requests_per_minute: key.requestsPerMinute },
    ...(key.contactEmail !== null && { contact_email: key.contactEmail }),
    ...(key.note !== null && { note: key.note }),
    ...(key.expiresAt && { expires_at: key.expiresAt }),
  };
}
