import "server-only";
import { z } from "zod";
import { REPORTS_PAGE_SIZE } from "@/lib/desk/reports/data";
import { db } from "@/lib/platform/db";
import type { KeyRequest as Row } from "@/prisma/client/client";
import type { KeyRequest } from "./schema";

const Outcome = z.enum(["issued", "refused"]).nullable();

const toKeyRequest = ({ sender: _, outcome, ...row }: Row): KeyRequest => ({ ...row, outcome: Outcome.parse(outcome) });

export async function findKeyRequest(id: number): Promise<KeyRequest | null> {
  const row = await db().keyRequest.findUnique({ where: { id } });
  return row && toKeyRequest(row);
}

/** Pages from 1, newest first. */
export async function listKeyRequests(state: "open" | "closed", page: number): Promise<KeyRequest[]> {
  const rows = await db().keyRequest.findMany({
    where: { closedAt: state === "open" ? null : { not: null } },
    orderBy: { id: "desc" },
    skip: (page - 1) * REPORTS_PAGE_SIZE,
    take: REPORTS_PAGE_SIZE,
  });
  return rows.map(toKeyRequest);
}

export async function countKeyRequests(): Promise<{ open: number; closed: number }> {
  const [open, all] = await Promise.all([
    db().keyRequest.count({ where: { closedAt: null } }),
    db().keyRequest.count(),
  ]);
  return { open, closed: all - open };
}
