import { expect, test } from "vitest";
import { get } from "@/tests/support/api";
import { startServer } from "@/tests/support/server";

const DAY_MS = 86_400_000;
const DAYS = 800;
const toDay = (at: number) => new Date(Date.parse("2021-01-01") + at * DAY_MS).toISOString().slice(0, 10);
/** Answers of the newest dataset. */
const NEWEST = [
  "/api/prices?country=TR&page_size=25",
  "/api/services/spotify",
  "/api/compare?products=netflix&countries=US,TR",
];

test(`${DAYS} different days of more bytes than the whole cache holds push out no answer of today`, {
  timeout: 240_000,
}, async () => {
  await using server = await startServer({ CACHE_MB: "4", LOG_LEVEL: "info" });
  for (const path of NEWEST) expect((await get(path, { base: server.url })).status).toBe(200);
  let bytes = 0;
  for (let at = 0; at < DAYS; at += 20) {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        get(`/api/prices?country=TR&page_size=20&date=${toDay(at + i)}`, { base: server.url, reuses: true }),
      ),
    );
    for (const { status, bytes: body } of replies) {
      expect(status).toBe(200);
      bytes += body.length;
    }
  }
  expect(bytes).toBeGreaterThan(4 * 1024 * 1024);
  const cacheOf = async (path: string) => {
    const id = (await get(path, { base: server.url })).headers.get("x-request-id") ?? "none";
    const findLine = () =>
      server
        .output()
        .split("\n")
        .find((line) => line.includes(id)) ?? "";
    await expect.poll(findLine, { timeout: 10_000 }).not.toBe("");
    return JSON.parse(findLine()).cache;
  };
  for (const path of NEWEST) expect(await cacheOf(path), path).toBe("hit");
});
