import { createHash } from "node:crypto";
import { z } from "zod";

/** Returns a one-way hash, so that a form sent twice is carried out once; null when the page gave it no number. */
export function identifyForm(action: string, actorId: string, given: Readonly<Record<string, string>>): string | null {
  if (!z.uuid().safeParse(given.form_id).success) return null;
  const content = JSON.stringify([action, actorId, Object.entries(given).sort()]);
  const digest = createHash("sha256").update(content).digest("hex");
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}
