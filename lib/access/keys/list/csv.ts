import "server-only";
import { sumUsage } from "@/lib/access/keys/summary-data";
import { toCsv } from "@/lib/contract/csv-text";
import { type KeyFilters, readKeys } from "./data";

const COLUMNS = [
  "id",
  "name",
  "owner",
  "contact_email",
  "token",
  "status",
  "requests_per_minute",
  "scope",
  "requests_30_days",
  "refused_30_days",
  "created_at",
  "expires_at",
  "revoked_at",
  "last_used_at",
] as const;

export async function writeKeysCsv(filters: KeyFilters): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of toCsv(COLUMNS, toRows(filters), false)) pieces.push(piece);
  return pieces.join("");
}

async function* toRows(filters: KeyFilters): AsyncGenerator<Record<string, string | number | null>[]> {
  const usage = await sumUsage();
  for await (const keys of readKeys(filters)) {
    yield keys.map(({ id, name, owner, contactEmail, masked, status, requestsPerMinute, scope, ...instants }) => ({
      id,
      name,
      owner,
      contact_email: contactEmail,
      token: masked,
      status,
      requests_per_minute: requestsPerMinute,
      scope,
      requests_30_days: usage.get(id)?.requests ?? 0,
      refused_30_days: usage.get(id)?.limited ?? 0,
      created_at: instants.createdAt.toISOString(),
      expires_at: toText(instants.expiresAt),
      revoked_at: toText(instants.revokedAt),
      last_used_at: toText(instants.lastUsedAt),
    }));
  }
}

const toText = (instant: Date | null) => instant?.toISOString() ?? null;
