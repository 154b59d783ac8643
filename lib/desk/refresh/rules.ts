import { MS_PER_DAY } from "@/lib/contract/days";
import type { Feed, FeedFormat } from "./schema";

const MINUTE_MS = 60_000;
const FIRST_WAIT_MINUTES = 10;
const WAIT_FACTOR = 3;
const LONGEST_WAIT_MINUTES = 24 * 60;

/** 10, 30, 90, ... up to a day. */
export const waitMinutes = (failures: number): number =>
  Math.min(LONGEST_WAIT_MINUTES, FIRST_WAIT_MINUTES * WAIT_FACTOR ** Math.max(0, failures - 1));

export const retryAfter = (failures: number, now: Date): Date =>
  new Date(now.getTime() + waitMinutes(failures) * MINUTE_MS);

type Due = Pick<Feed, "nextDueOn" | "cadenceDays" | "attribution" | "addressById" | "pausedAt">;

/** Expected readings without data; none is expected before its address is approved, and while it is paused. Days YYYY-MM-DD. */
export function countMissed({ nextDueOn, cadenceDays, ...feed }: Due, today: string): number {
  if (!isRead(feed)) return 0;
  const late = (Date.parse(today) - Date.parse(nextDueOn)) / MS_PER_DAY;
  return late <= 0 ? 0 : Math.ceil(late / cadenceDays);
}

export const findNextDue = (day: Date, cadenceDays: number): Date => new Date(day.getTime() + cadenceDays * MS_PER_DAY);

export const isDue = ({ nextDueOn, retryAt }: Pick<Feed, "nextDueOn" | "retryAt">, now: Date): boolean =>
  nextDueOn <= now.toISOString().slice(0, 10) && (retryAt === null || retryAt <= now);

const DAILY_FILE = "-daily.xml";
const REACH_DAYS = 90;

/**
 * The file of the European Central Bank that has the days between the last that was read and `newest`, where some may be
 * missing; null where the file of one day is enough. Days YYYY-MM-DD.
 */
export function findLongerFile(address: string, lastReadOn: string | null, newest: string): string | null {
  if (lastReadOn === null || !address.endsWith(DAILY_FILE)) return null;
  const last = Date.parse(lastReadOn);
  const days = Math.round((Date.parse(newest) - last) / MS_PER_DAY);
  const between = Array.from({ length: Math.max(days - 1, 0) }, (_, at) => new Date(last + (at + 1) * MS_PER_DAY));
  // It publishes on no weekend.
  if (between.every((day) => day.getUTCDay() === 0 || day.getUTCDay() === 6)) return null;
  return address.replace(DAILY_FILE, days <= REACH_DAYS ? "-hist-90d.xml" : "-hist.xml");
}

/** An address that was added at the desk is read once a second owner approved it. */
export const isApproved = ({ attribution, addressById }: Pick<Feed, "attribution" | "addressById">): boolean =>
  attribution === null || addressById !== null;

/** Whether it is read at all. */
export const isRead = (feed: Pick<Feed, "attribution" | "addressById" | "pausedAt">): boolean =>
  feed.pausedAt === null && isApproved(feed);

/** An address as it may be shown: values of its query may be secrets. */
export function hideQuery(address: string): string {
  if (!URL.canParse(address)) return "an address that cannot be read";
  const { origin, pathname, search } = new URL(address);
  const names = search === "" ? [] : search.slice(1).split("&");
  const hidden = names.map((part) => (part.includes("=") ? `${part.slice(0, part.indexOf("="))}=…` : "…"));
  return `${origin}${pathname}${hidden.length === 0 ? "" : `?${hidden.join("&")}`}`;
}

/** Of files that a listing names. */
const FURTHER_HOSTS: Partial<Record<FeedFormat, string>> = { netflix: "raw.githubusercontent.com" };

/** Hosts that are asked when these sources are read. */
export const listHosts = (feeds: readonly Pick<Feed, "address" | "format">[]): string[] => [
  ...new Set(
    feeds.flatMap(({ address, format }) =>
      [new URL(address).host, FURTHER_HOSTS[format]].filter((host) => host != null),
    ),
  ),
];

type Addressed = Pick<Feed, "address" | "newAddress" | "attribution" | "addressById">;

/**
 * The address that waits for a second owner once `by` has saved one; whoever set it first remains the one who may not approve
 * it. The present one takes back what waits, but where none was approved yet: a source without an address that waits
 * could never be read.
 */
export function findWaiting(feed: Addressed, address: string, by: string) {
  if (address === feed.newAddress) return {};
  const waits = address !== feed.address || !isApproved(feed);
  return waits ? { newAddress: address, newAddressById: by } : { newAddress: null, newAddressById: null };
}

/** On its day, and after the wait of a failure. */
export const findNextAttempt = ({ nextDueOn, retryAt }: Pick<Feed, "nextDueOn" | "retryAt">): Date =>
  new Date(Math.max(Date.parse(nextDueOn), retryAt?.getTime() ?? 0));
