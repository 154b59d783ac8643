import "server-only";
import { createKey } from "@/lib/access/keys/mutations";
import { MS_PER_HOUR } from "@/lib/contract/days";
import { fileInTurn } from "@/lib/desk/reports/mutations";
import { REPORT_BOUNDS } from "@/lib/desk/reports/rules";
import { currentTime } from "@/lib/platform/clock";
import type { Prisma } from "@/prisma/client/client";
import type { KeyRequest, KeyRequestForm } from "./schema";

type Counted = { of_address: number; of_all: number; open: number };

/** Bounded like reports of prices; `sender`: keyed hash of the client address. Null when filed. Throws errors of pg. */
export function fileKeyRequest(form: KeyRequestForm, sender: string): Promise<"address" | "all" | null> {
  return fileInTurn(async (client) => {
    const at = currentTime();
    const { rows } = await client.query<Counted>(
      `SELECT
         (SELECT count(*)::int FROM key_request WHERE sender = $1 AND at > $2) AS of_address,
         (SELECT count(*)::int FROM key_request WHERE at > $2) AS of_all,
         (SELECT count(*)::int FROM key_request WHERE closed_at IS NULL) AS open`,
      [sender, new Date(at.getTime() - MS_PER_HOUR)],
    );
    const [counted] = rows;
    if (counted === undefined) throw new Error("the requests were not counted");
    if (counted.of_address >= REPORT_BOUNDS.ofAddress) return "address";
    if (counted.of_all >= REPORT_BOUNDS.ofAll || counted.open >= REPORT_BOUNDS.open) return "all";
    await client.query(
      "INSERT INTO key_request (name, email, purpose, requests_per_minute, sender, at) VALUES ($1, $2, $3, $4, $5, $6)",
      [form.name, form.email, form.purpose, form.requests_per_minute, sender, at],
    );
    return null;
  });
}

type Tx = Prisma.TransactionClient;

/** Null when it is closed already. */
export async function issueKey(request: KeyRequest, requestsPerMinute: number, staffId: string, tx: Tx) {
  const { name, email, purpose } = request;
  if (!(await close(request.id, { outcome: "issued" }, tx))) return null;
  const input = {
    name,
    owner: name,
    requests_per_minute: requestsPerMinute,
    note: purpose,
    ...(email !== null && { contact_email: email }),
  };
  const issued = await createKey(input, { staffId }, tx);
  await tx.keyRequest.update({ where: { id: request.id }, data: { keyId: issued.key.id } });
  return { ...issued, input };
}

/** False when it is closed already. */
export const refuseKey = (id: number, answer: string, tx: Tx): Promise<boolean> =>
  close(id, { outcome: "refused", answer }, tx);

async function close(id: number, data: { outcome: "issued" | "refused"; answer?: string }, tx: Tx): Promise<boolean> {
  const { count } = await tx.keyRequest.updateMany({
    where: { id, outcome: null },
    data: { ...data, closedAt: currentTime() },
  });
  return count === 1;
}
