import "server-only";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import { env } from "@/lib/platform/env";

/** Time in which a form that is sent again is answered as the first time, in milliseconds. */
export const SHOWN_AGAIN_MS = 2 * 60_000;

export type SentForm = {
  /** Equal for a form that is sent twice with the same content; null where the page gave it no number. */
  id: string | null;
  /** Makes the secret that the answer shows: equal for equal forms, so that a second answer can show it as well. */
  seed: Buffer;
};

/**
 * Recognizes a form by its number, its sender and its content: a double click sends it twice, and browsers show the
 * second answer only. What is stored of it (`id`) is one-way, and the seed depends on a secret of the server too: who
 * reads the database, or knows the secret, cannot make the token without the number, which only the page had.
 */
export function identifyForm(action: string, senderId: string, given: Readonly<Record<string, string>>): SentForm {
  const secret = env().NEXTAUTH_SECRET;
  if (!z.uuid().safeParse(given.form_id).success || secret === undefined) return { id: null, seed: randomBytes(64) };
  const content = JSON.stringify([action, senderId, Object.entries(given).sort()]);
  const digest = createHash("sha256").update(content).digest("hex");
  const id = digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
  return { id, seed: createHmac("sha512", secret).update(`shown once\n${content}`).digest() };
}
