import "server-only";
import { MS_PER_DAY } from "@/lib/contract/days";
import { currentTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import type { ApiKeyUsageModel } from "@/prisma/client/models";
import { type KeyStatus, statusOf } from "./rules";
import { KeyScope } from "./schema";
import { maskToken } from "./tokens";

export const KEY_COLUMNS = {
  id: true,
  name: true,
  owner: true,
  contactEmail: true,
  note: true,
  requestsPerMinute: true,
  scope: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
  createdBy: { select: { email: true } },
  tokens: { select: { lastFour: true, createdAt: true, expiresAt: true }, orderBy: { createdAt: "desc" } },
} as const;

/** `tokens` has the newest first and includes expired ones. */
export type Key = NonNullable<Awaited<ReturnType<typeof readKey>>> & {
  status: KeyStatus;
  scope: KeyScope;
  masked: string;
};

/** Null for an unknown id or one that is no UUID. */
export async function findKey(id: string): Promise<Key | null> {
  const row = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? await readKey(id) : null;
  return row && toKey(row, currentTime());
}

export type Terms = {
  id: string;
  name: string;
  requestsPerMinute: number;
  scope: KeyScope;
  expiresAt: Date | null;
  revokedAt: Date | null;
  token: { expiresAt: Date | null };
};

/** Includes expired and revoked keys; null for an unknown hash. */
export async function findTermsByHash(hash: string): Promise<Terms | null> {
  const row = await db().apiKeyToken.findUnique({
    where: { hash },
    select: {
      expiresAt: true,
      key: {
        select: { id: true, name: true, requestsPerMinute: true, scope: true, expiresAt: true, revokedAt: true },
      },
    },
  });
  return row && { ...row.key, scope: KeyScope.parse(row.key.scope), token: { expiresAt: row.expiresAt } };
}

/** Requests on each of the last `days` days (UTC), today last. */
export async function usageByDay(id: string, days: number): Promise<(Counts & { day: string })[]> {
  const rows = await db().apiKeyUsage.findMany({ where: { keyId: id, day: { gt: daysAgo(days) } } });
  const byDay = new Map(rows.map((row) => [toDay(row.day), row]));
  return lastDays(days).map((day) => {
    const { answered = 0, limited = 0, errors = 0 } = byDay.get(day) ?? {};
    return { day, answered, limited, errors };
  });
}

type Counts = Pick<ApiKeyUsageModel, "answered" | "limited" | "errors">;

/** By key id: requests on each of the last `days` days (UTC), today last. */
export async function usageSparklines(ids: string[], days: number): Promise<Map<string, number[]>> {
  const rows = await db().apiKeyUsage.findMany({ where: { keyId: { in: ids }, day: { gt: daysAgo(days) } } });
  const totals = new Map(
    rows.map((row) => [`${row.keyId} ${toDay(row.day)}`, row.answered + row.limited + row.errors]),
  );
  return new Map(ids.map((id) => [id, lastDays(days).map((day) => totals.get(`${id} ${day}`) ?? 0)]));
}

function readKey(id: string) {
  return db().apiKey.findUnique({ where: { id }, select: KEY_COLUMNS });
}

export function toKey(row: NonNullable<Awaited<ReturnType<typeof readKey>>>, now: Date): Key {
  return {
    ...row,
    scope: KeyScope.parse(row.scope),
    status: statusOf(row, now),
    masked: maskToken(row.tokens[0]?.lastFour ?? ""),
  };
}

function daysAgo(days: number): Date {
  return new Date(currentTime().getTime() - days * MS_PER_DAY);
}

function lastDays(days: number): string[] {
  return Array.from({ length: days }, (_, at) => toDay(daysAgo(days - 1 - at)));
}

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
