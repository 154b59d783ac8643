import { z } from "zod";
import { MS_PER_DAY } from "@/lib/contract/days";
import { KeyChanges, KeyInput, type KeyScope, Overlap } from "./schema";

const Texts = z.record(z.string(), z.string());

export const OPENED_FIELD = "opened";

export const KeyForm = z.preprocess((sent) => {
  const { contact_email, note, expires_at, ...fields } = readFields(Texts.parse(sent));
  return {
    ...fields,
    contact_email: contact_email ?? undefined,
    note: note ?? undefined,
    expires_at: expires_at ?? undefined,
  };
}, KeyInput);

const KeyId = z.object({ id: z.uuid() });

/** Reads only what was changed since the form was opened, so that concurrent changes by others stay. */
export const KeyUpdateForm = z.preprocess((sent) => {
  const form = Texts.parse(sent);
  const opened = readOpened(form[OPENED_FIELD]);
  const isChanged = ([name]: [string, unknown]) => toLines(form[name] ?? "") !== opened[name];
  return { id: form.id, ...Object.fromEntries(Object.entries(readFields(form)).filter(isChanged)) };
}, KeyChanges.extend(KeyId.shape));
export const KeyRotateForm = KeyId.extend({ overlap: Overlap });
export const KeyRevokeForm = KeyId.extend({ confirmation: z.string().trim() });

function readFields({ name = "", owner = "", requests_per_minute: limit = "", ...form }: Record<string, string>) {
  return {
    name,
    owner,
    requests_per_minute: /^-?\d{1,9}$/.test(limit.trim()) ? Number(limit) : limit,
    ...(form.scope !== undefined && { scope: form.scope }),
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

/** Browsers send lines with a carriage return; the database has none. */
const toLines = (text: string) => text.replaceAll("\r\n", "\n");

/** Returns the end of the last day (UTC); an invalid Date when `day` is no day. */
export function toEndOfDay(day: string): Date {
  return new Date(z.iso.date().safeParse(day).success ? Date.parse(day) + MS_PER_DAY : Number.NaN);
}

export function toLastDay(expiresAt: Date): string {
  return new Date(expiresAt.getTime() - 1).toISOString().slice(0, 10);
}

export function toKeyInput(key: {
  name: string;
  owner: string;
  contactEmail: string | null;
  requestsPerMinute: number;
  scope: KeyScope;
  note: string | null;
  expiresAt: Date | null;
}): KeyInput {
  return {
    name: key.name,
    owner: key.owner,
    requests_per_minute: key.requestsPerMinute,
    scope: key.scope,
    ...(key.contactEmail !== null && { contact_email: key.contactEmail }),
    ...(key.note !== null && { note: key.note }),
    ...(key.expiresAt && { expires_at: key.expiresAt }),
  };
}
