import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CallerLeft, RenderGate, TooManyRenders } from "@/server/edge/bounds/render-gate";
import { Audience } from "@/server/edge/cache/cache";

const LIMITS = { running: 2, runningOfOne: 1, waiting: 6, waitingOfOne: 3, holdMs: 60_000 };
const staying = () => new AbortController().signal;

/** Work that is under way until it is told to end, and what became of it. */
function makeWork(gate: RenderGate) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, client = name.slice(0, 1), signal = staying()) =>
    gate.run({ client, signal }, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    for (let turns = 0; turns < 3; turns++) await nextTurn();
  };
  return { begun, run, end };
}

describe("the gate around renders", () => {
  test("lets a few begin, of each client one", async () => {
    const { begun, run } = makeWork(new RenderGate(LIMITS));
    for (const name of ["a1", "a2", "b1", "c1"]) void run(name);
    await nextTurn();
    expect(begun).toEqual(["a1", "b1"]);
  });

  test("gives clients turns: who asks for one page waits for one of each, not for all of another's", async () => {
    const { begun, run, end } = makeWork(new RenderGate(LIMITS));
    for (const name of ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]) void run(name);
    for (const name of ["a1", "b1", "a2", "b2"]) await end(name);
    expect(begun).toEqual(["a1", "b1", "a2", "b2", "c1", "a3"]);
  });

  test("refuses at once what is beyond the queue of a client, and of all", async () => {
    const gate = new RenderGate(LIMITS);
    const { run } = makeWork(gate);
    for (const name of ["a1", "a2", "a3", "a4"]) void run(name);
    await expect(run("a5")).rejects.toThrow(TooManyRenders);
    for (const name of ["b1", "b2", "b3", "b4"]) void run(name);
    expect([gate.running, gate.waiting]).toEqual([2, 6]);
    await expect(run("c1")).rejects.toThrow(TooManyRenders);
  });

  test("never begins what nobody waits for any more, and gives its place to the next", async () => {
    const gate = new RenderGate(LIMITS);
    const { begun, run, end } = makeWork(gate);
    const caller = new AbortController();
    void run("a1");
    const left = [run("a2", "a", caller.signal), run("a3", "a", caller.signal)];
    void run("a4");
    caller.abort();
    for (const each of left) await expect(each).rejects.toThrow(CallerLeft);
    expect(gate.waiting).toBe(1);
    await end("a1");
    expect(begun).toEqual(["a1", "a4"]);
  });

  test("goes on after failures", async () => {
    const gate = new RenderGate(LIMITS);
    const fail = () => gate.run({ client: "a", signal: staying() }, () => Promise.reject(new Error("broken")));
    for (const each of [fail(), fail(), fail()]) await expect(each).rejects.toThrow("broken");
    await nextTurn();
    expect([gate.running, gate.waiting]).toEqual([0, 0]);
  });

  describe("with what hangs", () => {
    afterEach(() => void vi.useRealTimers());

    test("opens again", async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const gate = new RenderGate({ ...LIMITS, holdMs: 5_000 });
      const { begun, run, end } = makeWork(gate);
      for (const name of ["a1", "b1", "c1"]) void run(name);
      vi.advanceTimersByTime(5_000);
      await end("none");
      expect(begun).toEqual(["a1", "b1", "c1"]);
      await end("a1");
      expect(gate.running).toBe(1);
    });
  });
});

test("work is called off when all who wait for it have left, and not before", () => {
  const audience = new Audience();
  const [first, second] = [new AbortController(), new AbortController()];
  audience.join(first.signal);
  audience.join(second.signal);
  first.abort();
  expect(audience.signal.aborted).toBe(false);
  second.abort();
  expect(audience.signal.aborted).toBe(true);
});
