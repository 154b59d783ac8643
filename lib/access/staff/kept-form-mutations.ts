import "server-only";
import { randomUUID } from "node:crypto";
import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { KEPT_SECONDS, type KeptForm } from "./kept-form-schema";

/** Apart from session cookies: a seal of the one kind is worth nothing as the other. */
const SALT = "owner of a form";
const MAX_NAME_CHARS = 300;
/** Forms that are kept for one member at a time. */
const MAX_FORMS = 20;

/** Seals the id of a member for the forms of their page; null while no secret is set. */
export async function sealOwner(staffId: string): Promise<string | null> {
  const secret = env().NEXTAUTH_SECRET;
  return secret === undefined ? null : encode({ token: { sub: staffId }, secret, salt: SALT });
}

async function openOwner(sealed: string): Promise<string | null> {
  const secret = env().NEXTAUTH_SECRET;
  if (secret === undefined) return null;
  const claims = await decode({ token: sealed, secret, salt: SALT }).catch(() => null);
  return z.uuid().safeParse(claims?.sub).data ?? null;
}

/**
 * Keeps a form that was sent after its session had ended. `sealedOwner` proves that its page was made for a member of the
 * staff: strangers can store nothing. Returns the number by which the browser gets it back; null when nothing was kept.
 */
export async function keepForm(
  { form, texts }: KeptForm,
  sealedOwner: string,
  browserId: string | undefined,
): Promise<string | null> {
  const staffId = await openOwner(sealedOwner);
  if (staffId === null || form === "" || form.length > MAX_NAME_CHARS) return null;
  const id = z.uuid().safeParse(browserId).data ?? randomUUID();
  return db().$transaction(async (tx) => {
    const kept = await tx.$executeRaw`
      INSERT INTO kept_form (browser_id, form, staff_id, texts)
      SELECT ${id}::uuid, ${form}, id, ${JSON.stringify(texts)}::jsonb FROM staff WHERE id = ${staffId}::uuid AND active
      ON CONFLICT (browser_id, form) DO UPDATE SET staff_id = excluded.staff_id, texts = excluded.texts, kept_at = now()`;
    await tx.$executeRaw`
      DELETE FROM kept_form WHERE (browser_id, form) IN (
        SELECT browser_id, form FROM kept_form WHERE staff_id = ${staffId}::uuid ORDER BY kept_at DESC OFFSET ${MAX_FORMS})`;
    return kept === 1 ? id : null;
  });
}

/** Erases a form once it was carried out. Returns whether there was one. */
export async function dropKeptForm(browserId: string | undefined, form: string): Promise<boolean> {
  if (!z.uuid().safeParse(browserId).success || browserId === undefined) return false;
  return (await db().keptForm.deleteMany({ where: { browserId, form } })).count > 0;
}

/** Erases forms that nobody came back for. */
export async function eraseKeptForms(): Promise<void> {
  await db().keptForm.deleteMany({ where: { keptAt: { lt: new Date(Date.now() - KEPT_SECONDS * 1000) } } });
}
