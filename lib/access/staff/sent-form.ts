import { createHash } from "node:crypto";
import { z } from "zod";

/**
 * Identifies a form by its number, its member and its content, so that one sent twice is carried out once. Null when the
 * page gave it no number; a one-way hash otherwise.
 */
export function identifyForm(action: string, actorId: string, given: Readonly<Record<string, string>>): string | null {
  if (!z.uuid().safeParse(given.form_id).success) return null;
  const content = JSON.stringify([action, actorId, Object.entries(given).sort()]);
  const digest = createHash("sha256").update(content).digest("hex");
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}
