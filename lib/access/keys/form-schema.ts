import { z } from "zod";
import { MS_PER_DAY } from "@/lib/contract/days";
import { KeyInput, Overlap } from "./schema";

/** Fields of the key form: texts, empty where nothing was entered. */
export const KeyForm = z.preprocess((sent) => {
  const form = z.record(z.string(), z.string()).parse(sent);
  const { name = "", owner = "", requests_per_minute: limit = "", expires_at: lastDay } = form;
  return {
    name,
    owner,
    requests_per_minute: /^\d{1,9}$/.test(limit.trim()) ? Number(limit) : limit,
    contact_email: form.contact_email?.trim() || undefined,
    note: form.note?.trim() || undefined,
    expires_at: lastDay ? toEndOfDay(lastDay) : undefined,
  };
}, KeyInput);

const KeyId = z.object({ id: z.uuid() });

export const KeyUpdateForm = z.intersection(KeyId, KeyForm);
export const KeyRotateForm = KeyId.extend({ overlap: Overlap });
export const KeyRevokeForm = KeyId.extend({ confirmation: z.string().trim() });

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
