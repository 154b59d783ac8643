import type { StatusKind } from "@/components/ui/status";
import type { KeyStatus } from "@/lib/access/keys/rules";
import { formatCount, formatShare } from "@/lib/text/format";

export const STATUS_KINDS: Readonly<Record<KeyStatus, StatusKind>> = {
  active: "active",
  rotating: "rotating",
  "expires soon": "expiring",
  expired: "expired",
  revoked: "revoked",
};

type Day = { answered: number; limited: number; errors: number };

export function writeUsageFinding(days: readonly Day[]): string {
  const requests = days.reduce((sum, { answered, limited, errors }) => sum + answered + limited + errors, 0);
  const limited = days.reduce((sum, day) => sum + day.limited, 0);
  if (requests === 0) return `No request in the last ${days.length} days`;
  const counted = `${formatCount(requests)} ${requests === 1 ? "request" : "requests"} in ${days.length} days`;
  if (limited === 0) return `${counted}, none refused for the limit`;
  return `Of ${counted}, ${formatShare(limited / requests, 1)} were refused for the limit`;
}
