import { expect, test } from "vitest";
import { writeLastReading } from "@/lib/desk/refresh/reading-words-rules";
import { hideQuery } from "@/lib/desk/refresh/rules";
import type { FeedState } from "@/lib/desk/refresh/schema";

test.each([
  ["https://a.example/x.csv", "https://a.example/x.csv"],
  ["https://a.example/x.csv?key=s3cret&all&b=", "https://a.example/x.csv?key=…&…&b=…"],
  ["http://127.0.0.1:8080/x?s3cret", "http://127.0.0.1:8080/x?…"],
  ["https://a.example/#s3cret", "https://a.example/"],
  ["s3cret", "an address that cannot be read"],
])("of %s is shown %s", (address, shown) => {
  expect(hideQuery(address)).toBe(shown);
});

const FEED: FeedState = {
  id: "a",
  name: "A",
  publisher: "Us",
  address: "https://a.example/",
  format: "native",
  license: "CC0-1.0",
  attribution: null,
  addressById: null,
  cadenceDays: 7,
  autoPublish: false,
  sameDayBound: 3,
  weekBound: 10,
  olderBound: 25,
  etag: null,
  lastModified: null,
  sha256: null,
  askedAt: new Date("2026-11-20T08:00:00Z"),
  lastReadOn: "2026-04-09",
  newestOn: "2026-04-09",
  nextDueOn: "2026-04-16",
  failures: 0,
  failure: null,
  retryAt: null,
  newAddress: null,
  newAddressById: null,
  pausedAt: null,
  missed: 32,
  status: "silent",
  changeSetId: null,
  ended: null,
};

test.each<[string, Partial<FeedState>, boolean, string]>([
  [
    "asked, and silent",
    {},
    true,
    "Asked 20 Nov 2026, 08:00 UTC: the publisher has nothing newer than 9 Apr 2026, or too little of it.",
  ],
  [
    "asked, and what it served was taken back",
    { ended: { changeSetId: 12, how: "taken back" } },
    true,
    "Asked 20 Nov 2026, 08:00 UTC: the publisher has nothing newer than change set 12, which was taken back here.",
  ],
  [
    "on time, whatever became of what it served",
    { missed: 0, ended: { changeSetId: 12, how: "withdrawn" } },
    true,
    "Asked 20 Nov 2026, 08:00 UTC.",
  ],
  ["never asked", { askedAt: null }, true, "We did not ask yet."],
  [
    "not asked since it was due",
    { askedAt: new Date("2026-04-10T08:00:00Z") },
    true,
    "We did not ask since 10 Apr 2026, 08:00 UTC, and newer readings were due on 16 Apr 2026.",
  ],
  [
    "failed, and is tried again",
    { failures: 2, failure: "it answered 500", retryAt: new Date("2026-11-20T09:00:00Z") },
    true,
    "It failed, two attempts in a row: it answered 500. Next at 20 Nov 2026, 09:00 UTC.",
  ],
  [
    "failed, and nobody asks by itself",
    { failures: 1, failure: "it broke off" },
    false,
    "It failed, one attempt in a row: it broke off.",
  ],
  ["on time", { missed: 0 }, true, "Asked 20 Nov 2026, 08:00 UTC."],
  [
    "paused",
    { pausedAt: new Date("2026-11-01T00:00:00Z") },
    true,
    "Paused since 1 Nov 2026, 00:00 UTC: we do not ask.",
  ],
  ["not approved", { attribution: "Us" }, true, "Added; its address waits for a second owner."],
])("a source that is %s", (_, change, isScheduled, words) => {
  expect(writeLastReading({ ...FEED, ...change }, isScheduled).replaceAll("\u00a0", " ")).toBe(words);
});
