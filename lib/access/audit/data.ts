import "server-only";
import { MS_PER_DAY } from "@/lib/contract/days";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/client/client";
import type { AuditEventModel } from "@/prisma/client/models";
import type { AuditFilters } from "./schema";

export const AUDIT_PAGE_SIZE = 50;
const BATCH = 1_000;

export async function listAudit(
  filters: AuditFilters,
  page: number,
): Promise<{ events: AuditEventModel[]; total: number }> {
  const where = toWhere(filters);
  const [total, events] = await Promise.all([
    db().auditEvent.count({ where }),
    db().auditEvent.findMany({
      where,
      orderBy: { id: "desc" },
      skip: (page - 1) * AUDIT_PAGE_SIZE,
      take: AUDIT_PAGE_SIZE,
    }),
  ]);
  return { events, total };
}

export async function* readAudit(filters: AuditFilters): AsyncGenerator<AuditEventModel[]> {
  const where = toWhere(filters);
  let before: number | undefined;
  for (;;) {
    const events = await db().auditEvent.findMany({
      where: before === undefined ? where : { AND: [where, { id: { lt: before } }] },
      orderBy: { id: "desc" },
      take: BATCH,
    });
    if (events.length > 0) yield events;
    before = events.at(-1)?.id;
    if (events.length < BATCH) return;
  }
}

export async function listActions(): Promise<string[]> {
  const rows = await db().auditEvent.findMany({
    distinct: ["action"],
    select: { action: true },
    orderBy: { action: "asc" },
  });
  return rows.map(({ action }) => action);
}

function toWhere({ who, action, target, from, to }: AuditFilters): Prisma.AuditEventWhereInput {
  return {
    ...(who && { actor: contains(who) }),
    ...(action && { action }),
    ...(target && whereTarget(target)),
    at: {
      ...(from && { gte: new Date(from) }),
      ...(to && { lt: new Date(Date.parse(to) + MS_PER_DAY) }),
    },
  };
}

/** Finds by id, by the number of a change set or report (`31`, `change 31`), or by part of the name. */
function whereTarget(target: string): Prisma.AuditEventWhereInput {
  if (isUuid(target)) return { targetId: target.toLowerCase() };
  const [, type, number] = /^(?:(change|report) +)?(\d{1,10})$/i.exec(target) ?? [];
  if (number === undefined) return { targetName: contains(target) };
  if (type !== undefined) return { targetType: type.toLowerCase(), targetId: number };
  return { OR: [{ targetType: { in: ["change", "report"] }, targetId: number }, { targetName: contains(target) }] };
}

/** Escapes wildcards, which Prisma passes to LIKE unchanged. */
function contains(text: string) {
  return { contains: text.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" } as const;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
