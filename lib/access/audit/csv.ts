import "server-only";
import { toCsv } from "@/lib/contract/csv-text";
import { readAudit } from "./data";
import type { AuditFilters } from "./schema";
import { describeAction } from "./words-rules";

const COLUMNS = [
  "at",
  "actor",
  "action",
  "what",
  "target_type",
  "target_id",
  "target_name",
  "before",
  "after",
  "address",
] as const;

/** Streams the matching events as CSV; `before` and `after` are JSON. */
export function streamAuditCsv(filters: AuditFilters): ReadableStream<Uint8Array> {
  const pieces = toCsv(COLUMNS, toRows(filters), false);
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await pieces.return(undefined)),
  });
}

async function* toRows(filters: AuditFilters): AsyncGenerator<Record<(typeof COLUMNS)[number], string | null>[]> {
  for await (const events of readAudit(filters)) {
    yield events.map(({ at, actor, action, targetType, targetId, targetName, before, after, address }) => ({
      at: at.toISOString(),
      actor,
      action,
      what: describeAction(action),
      target_type: targetType,
      target_id: targetId,
      address,
      target_name: targetName,
      before: toText(before),
      after: toText(after),
    }));
  }
}

const toText = (json: unknown) => (json === null ? null : JSON.stringify(json));
