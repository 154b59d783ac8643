import type { Column } from "@/components/ui/data-table";
import { formatInstant } from "@/lib/text/format-instant";
import type { Delivery } from "@/lib/webhooks/schema";

const STATES: Readonly<Record<Delivery["state"], string>> = {
  waiting: "waits",
  delivered: "delivered",
  failed: "given up",
  empty: "nothing to send",
  dropped: "dropped by the pause",
};

export const deliveryColumns = (now: Date): Column<Delivery>[] => [
  {
    key: "what",
    head: "Version",
    isRowHead: true,
    cell: ({ version }) => version ?? "a test",
    stacked: "1 / 1",
  },
  { key: "at", head: "Since (UTC)", cell: ({ at }) => formatInstant(at), stacked: "2 / 1 / 3 / 3" },
  { key: "state", head: "State", cell: (delivery) => describeState(delivery, now), stacked: "1 / 2" },
  { key: "answer", head: "Last answer", cell: describeAnswer, stacked: "3 / 1 / 4 / 3" },
  {
    key: "tries",
    head: "Tries",
    align: "end",
    cell: ({ tries }) => tries,
    unit: { before: "tries " },
    stacked: "4 / 1",
  },
];

function describeState({ state, dueAt, tries }: Delivery, now: Date): string {
  if (state !== "waiting" || tries === 0 || dueAt <= now) return STATES[state];
  return `tried again ${formatInstant(dueAt)}`;
}

function describeAnswer({ status, failure, triedAt }: Delivery): string {
  if (triedAt === null) return "–";
  const answer = status === null ? (failure ?? "none") : `HTTP ${status}`;
  return `${answer}, ${formatInstant(triedAt)}`;
}
