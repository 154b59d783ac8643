import ipaddr from "ipaddr.js";
import { MS_PER_DAY } from "@/lib/contract/days";
import type { Feed } from "./schema";

const MINUTE_MS = 60_000;
const FIRST_WAIT_MINUTES = 10;
const WAIT_FACTOR = 3;
const LONGEST_WAIT_MINUTES = 24 * 60;

/** Minutes to wait after a number of failed attempts in a row: 10, 30, 90, ... up to a day. */
export const waitMinutes = (failures: number): number =>
  Math.min(LONGEST_WAIT_MINUTES, FIRST_WAIT_MINUTES * WAIT_FACTOR ** Math.max(0, failures - 1));

export const retryAfter = (failures: number, now: Date): Date =>
  new Date(now.getTime() + waitMinutes(failures) * MINUTE_MS);

type Due = Pick<Feed, "nextDueOn" | "cadenceDays">;

/** Readings whose day has passed without data of it. Days YYYY-MM-DD. */
export function countMissed({ nextDueOn, cadenceDays }: Due, today: string): number {
  const late = (Date.parse(today) - Date.parse(nextDueOn)) / MS_PER_DAY;
  return late <= 0 ? 0 : Math.ceil(late / cadenceDays);
}

/** Day on which data newer than `day` are expected. */
export const findNextDue = (day: Date, cadenceDays: number): Date => new Date(day.getTime() + cadenceDays * MS_PER_DAY);

/** Tells whether a feed is to be read now. */
export const isDue = ({ nextDueOn, retryAt }: Pick<Feed, "nextDueOn" | "retryAt">, now: Date): boolean =>
  nextDueOn <= now.toISOString().slice(0, 10) && (retryAt === null || retryAt <= now);

/** When a feed is read by itself again: on its day, and after the wait of a failed attempt. */
export const findNextAttempt = ({ nextDueOn, retryAt }: Pick<Feed, "nextDueOn" | "retryAt">): Date =>
  new Date(Math.max(Date.parse(nextDueOn), retryAt?.getTime() ?? 0));

/** True for an address that anybody on the internet can reach: not of this machine, a private network or a cloud's own. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6) {
    // Addresses of IPv4 inside IPv6 (NAT64, 6to4, Teredo) can lead to private ones.
    return parsed.range() === "unicast";
  }
  return parsed.range() === "unicast";
}
