import { expect, test } from "vitest";
import { Store } from "@/server/edge/cache/store";

const answerOf = (bytes: number) => ({ status: 200, headers: {}, bodies: { identity: Buffer.alloc(bytes) } });

test("never holds more bytes than it may, and drops what was asked for longest ago", () => {
  const store = new Store(50_000);
  store.enter("1");
  for (let at = 0; at < 100; at++) {
    store.set("1", `/${at}`, answerOf(10_000));
    // Asked for again and again, so it stays.
    expect(store.get("/0"), `/0 after ${at} answers`).toBeDefined();
    expect(store.bytes).toBeLessThanOrEqual(50_000);
  }
  expect(store.get("/1")).toBeUndefined();
  expect(store.get("/99")).toBeDefined();
});

test("an answer that is larger than everything it may hold leaves the others in place", () => {
  const store = new Store(50_000);
  store.enter("1");
  store.set("1", "/small", answerOf(1_000));
  store.set("1", "/large", answerOf(60_000));
  expect(store.get("/large")).toBeUndefined();
  expect(store.get("/small")).toBeDefined();
});

test("encodings that are made later count as well", () => {
  const store = new Store(50_000);
  store.enter("1");
  const answer = answerOf(20_000);
  store.set("1", "/", answer);
  const before = store.bytes;
  Object.assign(answer.bodies, { br: Buffer.alloc(5_000) });
  store.recount("/", answer);
  expect(store.bytes).toBe(before + 5_000);
});

test("a new epoch begins empty, and what was made for the old one does not get into it", () => {
  const store = new Store(50_000);
  store.enter("1");
  store.set("1", "/", answerOf(10));
  store.enter("2");
  expect(store.get("/")).toBeUndefined();
  store.set("1", "/", answerOf(10));
  expect(store.get("/")).toBeUndefined();
  expect(store.bytes).toBe(0);
});

test("keeps nothing where nothing may be kept", () => {
  const store = new Store(0);
  store.enter("1");
  store.set("1", "/", answerOf(10));
  expect(store.get("/")).toBeUndefined();
});
