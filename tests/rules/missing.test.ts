import { expect, test } from "vitest";
import { fetchMissing, Missing, whenKnown } from "@/lib/platform/missing";

test("what is at hand is gone on with at once", () => {
  expect(whenKnown(2, (value) => value + 1)).toBe(3);
});

test("what is missing is fetched only when it is asked for, and then gone on with", async () => {
  const steps: string[] = [];
  const fetchOf = (name: string, value: number) => async () => {
    steps.push(name);
    return value;
  };
  const sum = whenKnown(new Missing(fetchOf("first", 1)), (first) => {
    steps.push("between");
    return whenKnown(new Missing(fetchOf("second", 2)), (second) => first + second);
  });
  await Promise.resolve();
  expect(steps).toEqual([]);
  expect(await fetchMissing(sum)).toBe(3);
  expect(steps).toEqual(["first", "between", "second"]);
});

test("what cannot be fetched is a rejection", async () => {
  const sum = whenKnown(new Missing<number>(() => Promise.reject(new Error("unavailable"))), (value) => value + 1);
  await expect(fetchMissing(sum)).rejects.toThrow("unavailable");
});
