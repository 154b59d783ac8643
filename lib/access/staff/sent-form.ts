import "server-only";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import { env } from "@/lib/platform/env";

/** Time in which a form that is sent again gets the first answer again, in milliseconds. */
export const SHOWN_AGAIN_MS = 2 * 60_000;

export type SentForm = {
  /** Equal for a form sent twice with the same content; null when the page gave it no number. */
  id: string | null;
  /** Generates the secret of the answer: equal for equal forms, so that the second answer can show the same secret. */
  seed: Buffer;
};

/**
 * Identifies a form by its number, its member and its content: a double click sends a form twice, and browsers show
 * only the second answer. The stored `id` is a one-way hash, and the seed also depends on a server secret: reading the
 * database or knowing that secret does not reveal a token, because only the page had the number.
 */
export function identifyForm(action: string, actorId: string, given: Readonly<Record<string, string>>): SentForm {
  const secret = env().NEXTAUTH_SECRET;
  if (!z.uuid().safeParse(given.form_id).success || secret === undefined) return { id: null, seed: randomBytes(64) };
  const content = JSON.stringify([action, actorId, Object.entries(given).sort()]);
  const digest = createHash("sha256").update(content).digest("hex");
  const id = digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
  return { id, seed: createHmac("sha512", secret).update(`shown once\n${content}`).digest() };
}
