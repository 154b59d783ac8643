import "server-only";
import { cookies } from "next/headers";
import { z } from "zod";
import { db } from "@/lib/platform/db";
import { keptFormCookieName } from "./cookies";
import { KEPT_SECONDS, type KeptForm } from "./kept-form-schema";

const Texts = z.record(z.string(), z.string());

/** Forms that this browser sent for this member after their session had ended; nobody else ever gets them. */
export async function findKeptForms(staffId: string): Promise<KeptForm[]> {
  const browserId = z.uuid().safeParse((await cookies()).get(keptFormCookieName())?.value);
  if (!browserId.success) return [];
  const rows = await db().keptForm.findMany({
    where: { browserId: browserId.data, staffId, keptAt: { gt: new Date(Date.now() - KEPT_SECONDS * 1000) } },
    select: { form: true, texts: true },
  });
  return rows.map(({ form, texts }) => ({ form, texts: Texts.parse(texts) }));
}
