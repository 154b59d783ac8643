import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { PageRenderer } from "@/server/edge/pages/page-renderer";

const CHUNK = Buffer.alloc(64_000, "x");
const CHUNKS = 200;

/** Writes a file as Next does: on, while its reader takes it. */
function serveFile(headers: Record<string, string>) {
  const seen = { written: 0, isClosed: false };
  const next: RequestListener = async (_request, response) => {
    let goOn = () => {};
    response.on("drain", () => goOn());
    response.once("close", () => {
      seen.isClosed = true;
      goOn();
    });
    response.writeHead(200, headers);
    while (seen.written < CHUNKS && !seen.isClosed) {
      seen.written++;
      const drained = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      if (!response.write(CHUNK)) await drained;
    }
    response.end();
  };
  return { seen, pages: new PageRenderer(next) };
}

const CALL = { url: "/admin/audit.csv", headers: {} };
const FILE = { "Content-Type": "text/csv", "Content-Disposition": "attachment" };

test("a file of the staff is made at its reader's pace, and called off when the reader leaves", async () => {
  const { seen, pages } = serveFile(FILE);
  const reader = (await pages.answer(CALL)).body?.getReader();
  expect((await reader?.read())?.value?.byteLength).toBe(CHUNK.byteLength);
  expect(seen.written).toBeLessThan(10);
  await reader?.cancel();
  await expect.poll(() => seen.isClosed).toBe(true);
  expect(seen.written).toBeLessThan(10);
});

test("a file of the staff arrives whole", async () => {
  const response = await serveFile(FILE).pages.answer(CALL);
  expect((await response.arrayBuffer()).byteLength).toBe(CHUNKS * CHUNK.byteLength);
  expect(response.headers.get("content-length")).toBeNull();
});

test("a page of the staff is whole before any of it is sent", async () => {
  const { pages, seen } = serveFile({ "Content-Type": "text/html" });
  const response = await pages.answer({ ...CALL, url: "/admin/desk" });
  expect(seen.written).toBe(CHUNKS);
  expect(response.headers.get("content-length")).toBe(String(CHUNKS * CHUNK.byteLength));
});
