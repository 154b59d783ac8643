import { AsyncLocalStorage } from "node:async_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const requests = new AsyncLocalStorage<object>();

/** Returns the object if it survives garbage collection. */
async function keepAfter(start: () => unknown): Promise<{ started: unknown; left: object | undefined }> {
  const { started, store } = await runRequest(start);
  for (let times = 0; times < 3; times++) {
    await new Promise(setImmediate);
    collect();
  }
  return { started, left: store.deref() };
}

async function runRequest(start: () => unknown) {
  const page = { html: "x".repeat(1_000) };
  return { started: requests.run(page, start), store: new WeakRef(page) };
}

/** Holds its request on every Node, by its timer where not by its promise. */
const never = () => ({ promise: new Promise(() => {}), timer: setInterval(() => {}, 60_000).unref() });

test.each<[what: string, start: () => unknown]>([
  ["a shared read", () => outsideRequests(never)],
  ["the one instance of something", () => processSingleton("test-instance", never)],
  ["a timer", () => outsideRequests(() => setInterval(() => {}, 60_000).unref())],
  ["what is started within that", () => outsideRequests(() => ({ promise: Promise.resolve().then(never) }))],
])("%s holds nothing of the request that needed it first", async (_what, start) => {
  const { started, left } = await keepAfter(start);
  expect([started, left]).toEqual([expect.anything(), undefined]);
});

test("what is run outside sees no request", () => {
  requests.run({}, () => expect(outsideRequests(() => requests.getStore())).toBeUndefined());
});
