import "server-only";
import { MS_PER_DAY } from "@/lib/contract/days";
import { currentTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/client/client";
import { type KeyStatus, statusOf } from "./rules";

const MIN_REQUESTS = 100;

export type Totals = { requests: number; limited: number };
export type KeysSummary = {
  counts: Record<KeyStatus, number>;
  found: Record<KeyStatus, number>;
  total: number;
  last30Days: Totals;
  /** Key with the largest share of rate-limited requests, if 1% or more. */
  mostLimited: { id: string; name: string; share: number } | null;
};

export async function summarizeKeys(search = ""): Promise<KeysSummary> {
  const [keys, found, usage] = await Promise.all([
    db().apiKey.findMany({
      select: { id: true, name: true, revokedAt: true, expiresAt: true, tokens: { select: { expiresAt: true } } },
    }),
    db().apiKey.findMany({ where: whereText(search), select: { id: true } }),
    sumUsage(),
  ]);
  const now = currentTime();
  const isFound = new Set(found.map(({ id }) => id));
  const counts = { active: 0, rotating: 0, "expires soon": 0, expired: 0, revoked: 0 };
  const foundCounts = { ...counts };
  for (const key of keys) {
    const status = statusOf(key, now);
    counts[status] += 1;
    if (isFound.has(key.id)) foundCounts[status] += 1;
  }
  const shares = keys
    .map(({ id, name }) => ({ id, name, ...(usage.get(id) ?? { requests: 0, limited: 0 }) }))
    .filter(({ requests, limited }) => requests >= MIN_REQUESTS && limited >= requests / 100)
    .map(({ id, name, requests, limited }) => ({ id, name, share: limited / requests }))
    .sort((a, b) => b.share - a.share);
  const totals = [...usage.values()];
  return {
    counts,
    found: foundCounts,
    total: keys.length,
    last30Days: {
      requests: totals.reduce((sum, { requests }) => sum + requests, 0),
      limited: totals.reduce((sum, { limited }) => sum + limited, 0),
    },
    mostLimited: shares[0] ?? null,
  };
}

/** Totals of the last 30 days (UTC) by key id; keys without requests are absent. */
export async function sumUsage(ids?: string[]): Promise<Map<string, Totals>> {
  const rows = await db().apiKeyUsage.groupBy({
    by: ["keyId"],
    where: { day: { gt: new Date(currentTime().getTime() - 30 * MS_PER_DAY) }, ...(ids && { keyId: { in: ids } }) },
    _sum: { answered: true, limited: true, errors: true },
  });
  return new Map(
    rows.map(({ keyId, _sum: { answered, limited, errors } }) => [
      keyId,
      { requests: (answered ?? 0) + (limited ?? 0) + (errors ?? 0), limited: limited ?? 0 },
    ]),
  );
}

export function whereText(search: string): Prisma.ApiKeyWhereInput {
  if (search === "") return {};
  // Escapes wildcards, which Prisma passes to LIKE unchanged.
  const text = { contains: search.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" } as const;
  return { OR: [{ name: text }, { owner: text }, { contactEmail: text }, { tokens: { some: { lastFour: text } } }] };
}
