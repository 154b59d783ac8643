import "server-only";
import { KEY_COLUMNS, type Key, toKey } from "@/lib/access/keys/data";
import { type KeyStatus, soon } from "@/lib/access/keys/rules";
import { sumUsage, whereText } from "@/lib/access/keys/summary-data";
import { currentTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/client/client";
import type { KeySort } from "./schema";

export const KEYS_PAGE_SIZE = 25;

type Where = Prisma.ApiKeyWhereInput;
type Order = Prisma.ApiKeyOrderByWithRelationInput[];
export type KeyFilters = { search?: string | undefined; status?: KeyStatus | undefined; sort?: KeySort | undefined };

/** Page numbers start at 1. `search` matches part of the name, owner, e-mail or last four characters. */
export async function listKeys({ search = "", status, sort = "name", page = 1 }: KeyFilters & { page?: number }) {
  const now = currentTime();
  const where = { AND: [whereText(search), status === undefined ? {} : whereStatus(status, now)] };
  const [total, rows] = await Promise.all([
    db().apiKey.count({ where }),
    sort === "requests" || sort === "name" ? readSorted(where, sort, page) : readInOrder(where, ORDERS[sort], page),
  ]);
  return {
    keys: rows.map((row) => toKey(row, now)),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / KEYS_PAGE_SIZE)),
  };
}

export async function* readKeys(filters: KeyFilters): AsyncGenerator<Key[]> {
  for (let page = 1; ; page++) {
    const { keys, pages } = await listKeys({ ...filters, page });
    if (keys.length > 0) yield keys;
    if (page >= pages) return;
  }
}

const BY_NAME: Order = [{ name: "asc" }, { id: "asc" }];
const ORDERS: Record<Exclude<KeySort, "requests" | "name">, Order> = {
  used: [{ lastUsedAt: { sort: "desc", nulls: "last" } }, ...BY_NAME],
  limit: [{ requestsPerMinute: "desc" }, ...BY_NAME],
  expires: [{ expiresAt: { sort: "asc", nulls: "last" } }, ...BY_NAME],
};

function readInOrder(where: Where, orderBy: Order, page: number) {
  const skip = (page - 1) * KEYS_PAGE_SIZE;
  return db().apiKey.findMany({ where, select: KEY_COLUMNS, orderBy, skip, take: KEYS_PAGE_SIZE });
}

/** Sorts names by language rules, which the database does not, or by requests of the last 30 days, most first. */
async function readSorted(where: Where, sort: "requests" | "name", page: number) {
  const [all, usage] = await Promise.all([
    db().apiKey.findMany({ where, select: { id: true, name: true }, orderBy: BY_NAME }),
    sort === "requests" ? sumUsage() : null,
  ]);
  const requestsOf = ({ id }: { id: string }) => usage?.get(id)?.requests ?? 0;
  const ids = all
    .sort((a, b) => requestsOf(b) - requestsOf(a) || NAMES.compare(a.name, b.name))
    .slice((page - 1) * KEYS_PAGE_SIZE, page * KEYS_PAGE_SIZE)
    .map(({ id }) => id);
  const rows = await db().apiKey.findMany({ where: { id: { in: ids } }, select: KEY_COLUMNS });
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

const NAMES = new Intl.Collator("en", { numeric: true });

/** Must match `statusOf`. */
function whereStatus(status: KeyStatus, now: Date): Where {
  const isValid = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const isLasting = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: soon(now) } }] };
  const isRotating = { tokens: { some: { expiresAt: { gt: now } } } };
  switch (status) {
    case "revoked":
      return { revokedAt: { not: null } };
    case "expired":
      return { revokedAt: null, expiresAt: { lte: now } };
    case "expires soon":
      return { AND: [isValid, { NOT: isLasting }] };
    case "rotating":
      return { AND: [isLasting, isRotating] };
    case "active":
      return { AND: [isLasting, { NOT: isRotating }] };
  }
}
