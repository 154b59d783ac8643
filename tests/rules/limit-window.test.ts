import fc from "fast-check";
import { expect, describe as group, test } from "vitest";
import { toLimitHeaders } from "@/lib/access/limits/headers";
import { MemoryStore } from "@/lib/access/limits/memory-store";
import { describe, takeOne, type Usage } from "@/lib/access/limits/window";

const MINUTE = 60_000;
const START = 1_795_000_012_345;
/** From START to the next full minute. */
const CLOCK_MINUTE = MINUTE - (START % MINUTE);

function send(limit: number, offsets: number[]) {
  const store = new MemoryStore();
  return offsets.map((offset) => ({ offset, ...store.take("caller", limit, START + offset) }));
}

const burst = (count: number, from: number, to = from) =>
  Array.from({ length: count }, (_, at) => Math.floor(from + ((to - from) * at) / count));

group("a window of 60 requests", () => {
  test.each([
    ["all at one moment", burst(500, 0)],
    ["over a whole second", burst(500, 0, 1_000)],
    ["over the end of a minute of the clock", burst(500, CLOCK_MINUTE - 500, CLOCK_MINUTE + 500)],
  ])("admits exactly 60 of 500, with every remaining once: %s", (_, offsets) => {
    const admitted = send(60, offsets).filter((decision) => decision.admitted);
    expect(admitted.map((decision) => decision.remaining)).toEqual(Array.from({ length: 60 }, (_, at) => 59 - at));
  });

  test("admits no more in a burst over the end of its own window", () => {
    const before = send(60, [0, ...burst(39, 59_900, 59_999), ...burst(100, MINUTE, 60_400)]);
    // The request that began the window is a minute old.
    expect(before.filter((decision) => decision.admitted)).toHaveLength(61);
    const within = before.filter(({ offset, admitted }) => admitted && offset > 400);
    expect(within).toHaveLength(60);
  });

  test("gives all 60 back a minute after a burst", () => {
    const after = send(60, [...burst(60, 0, 300), ...burst(100, 60_300)]);
    expect(after.filter((decision) => decision.admitted)).toHaveLength(120);
  });

  test("gives one back when the first of a burst is a minute old, and not before", () => {
    const [early, due, next] = send(60, [...burst(60, 0, 900), 59_999, MINUTE, MINUTE]).slice(60);
    expect([early?.admitted, due?.admitted, next?.admitted]).toEqual([false, true, false]);
  });

  test("is not used up by what it refuses", () => {
    const decisions = send(60, [...burst(60, 0), ...burst(1_000, 1, MINUTE - 1), ...burst(60, MINUTE)]);
    expect(decisions.slice(1_060).every((decision) => decision.admitted)).toBe(true);
  });
});

test("61 requests never fit into 59.9 s, however they lie about the end of a window", () => {
  // Two counters would admit 81 here: one early, the rest late, and more right after.
  const offsets = [0, ...burst(100, 40_000, 59_900), ...burst(500, MINUTE, 99_900)];
  const admittedAt = send(60, offsets).flatMap(({ offset, admitted }) => (admitted ? [offset] : []));
  for (const start of admittedAt)
    expect(admittedAt.filter((at) => at >= start && at < start + 59_900).length).toBeLessThanOrEqual(60);
});

test("a caller who keeps to the limit evenly is never refused", () => {
  for (const limit of [1, 7, 60])
    expect(send(limit, burst(limit * 5, 0, 5 * MINUTE)).filter(({ admitted }) => !admitted)).toEqual([]);
  // Groups of one second cost higher limits at most a sixtieth.
  const refused = send(600, burst(600 * 5, 0, 5 * MINUTE)).filter(({ admitted }) => !admitted);
  expect(refused.length).toBeLessThanOrEqual((600 * 5) / 60);
});

test("what is recorded of a caller stays small, however high the limit", () => {
  let usage: Usage | undefined;
  for (let at = 0; at < 100_000; at++) ({ usage } = takeOne(usage, 100_000, START + at));
  expect(usage?.length).toBeLessThanOrEqual(124);
});

test("a changed limit holds for the requests that were made before it", () => {
  const store = new MemoryStore();
  for (let at = 0; at < 120; at++) store.take("key", 120, START);
  expect(store.take("key", 120, START + 1).admitted).toBe(false);
  expect(store.take("key", 130, START + 1)).toMatchObject({ admitted: true, remaining: 9 });
  expect(store.take("key", 10, START + 2)).toMatchObject({ admitted: false, remaining: 0 });
});

test.each([
  [1, 1, 1_795_000_013],
  [1_000, 1, 1_795_000_014],
  [1_001, 2, 1_795_000_014],
  [59_988, 60, 1_795_000_073],
])("a window that ends in %d ms ends in %d s, at %d: never too early", (resetInMs, seconds, instant) => {
  expect(toLimitHeaders("anonymous", { admitted: false, limit: 60, remaining: 0, resetInMs }, START)).toMatchObject({
    RateLimit: `"anonymous";r=0;t=${seconds}`,
    "X-RateLimit-Reset": String(instant),
  });
});

const traffic = fc.record({
  limit: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 61, max: 120 })),
  gaps: fc.array(fc.oneof(fc.constant(0), fc.integer({ max: 30, min: 0 }), fc.integer({ min: 0, max: 90_000 })), {
    minLength: 1,
    maxLength: 300,
  }),
});

function replay({ limit, gaps }: { limit: number; gaps: number[] }) {
  let now = START;
  let usage: Usage | undefined;
  const admittedAt: number[] = [];
  for (const gap of gaps) {
    now += gap;
    const taken = takeOne(usage, limit, now);
    if (taken.admitted) admittedAt.push(now);
    usage = taken.usage;
  }
  return { now, usage: usage ?? takeOne(undefined, limit, now).usage, admittedAt };
}

test("a request is admitted at the announced moment, at most a window away, even after the limit was lowered", () => {
  fc.assert(
    fc.property(traffic, fc.integer({ min: 1, max: 80 }), (sent, limit) => {
      const { now, usage } = replay(sent);
      const { admitted, usage: after } = takeOne(usage, limit, now);
      const { remaining, resetInMs } = describe(after, admitted, limit, now);
      expect(resetInMs).toBeGreaterThan(0);
      expect(resetInMs).toBeLessThanOrEqual(MINUTE);
      if (remaining === 0) {
        expect(takeOne(after, limit, now + resetInMs).admitted).toBe(true);
        expect(takeOne(after, limit, now + resetInMs - 2).admitted).toBe(false);
      }
    }),
    { numRuns: 3_000 },
  );
});

test("the announced rest can be used at once", () => {
  fc.assert(
    fc.property(traffic, (sent) => {
      const { now, usage } = replay(sent);
      const { remaining } = describe(usage, true, sent.limit, now);
      let rest = usage;
      for (let at = 0; at < remaining; at++) {
        const taken = takeOne(rest, sent.limit, now);
        expect(taken.admitted).toBe(true);
        rest = taken.usage;
      }
      expect(takeOne(rest, sent.limit, now).admitted).toBe(false);
    }),
  );
});

test("no minute ever has more than the limit, wherever it begins", () => {
  fc.assert(
    fc.property(traffic, (sent) => {
      const { admittedAt } = replay(sent);
      for (const end of admittedAt)
        expect(admittedAt.filter((time) => time > end - MINUTE && time <= end).length).toBeLessThanOrEqual(sent.limit);
    }),
    { numRuns: 300 },
  );
});

group("memory", () => {
  test("is given back as windows end", () => {
    const store = new MemoryStore();
    for (let at = 0; at < 1_000; at++) store.take(`caller ${at}`, 60, START + at);
    expect(store.size).toBe(1_000);
    store.take("later", 60, START + MINUTE);
    store.take("much later", 60, START + 2 * MINUTE);
    expect(store.size).toBe(2);
  });

  test("stays bounded in a flood of callers, and the newest half is remembered", () => {
    const store = new MemoryStore(100);
    for (let at = 0; at < 10_000; at++) {
      store.take(`caller ${at}`, 1, START);
      expect(store.size).toBeLessThanOrEqual(100);
    }
    for (let at = 9_950; at < 10_000; at++) expect(store.take(`caller ${at}`, 1, START).admitted).toBe(false);
  });

  test("keeps a caller for a window after the last request that counts, however full it is", () => {
    const store = new MemoryStore();
    store.take("caller", 1, START);
    for (let at = 1; at < MINUTE; at += 1_000) {
      store.take(`other ${at}`, 60, START + at);
      expect(store.take("caller", 1, START + at).admitted).toBe(false);
    }
    expect(store.take("caller", 1, START + MINUTE).admitted).toBe(true);
    for (let at = 1; at < MINUTE; at += 1_000) {
      store.take(`other ${at}`, 60, START + MINUTE + at);
      expect(store.take("caller", 1, START + MINUTE + at).admitted).toBe(false);
    }
  });
});
