import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";

const cached = processSingleton("world-shapes", () => ({
  shapes: null as Promise<ReadonlyMap<string, string>> | null,
}));

export function findShapes(): Promise<ReadonlyMap<string, string>> {
  cached.shapes ??= outsideRequests(readShapes);
  return cached.shapes;
}

async function readShapes(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(process.cwd(), "public/maps/world.svg"), "utf8");
  const paths = text.matchAll(/<path id="([\w-]+)"[^>]*? d="([^"]+)"/g);
  return new Map([...paths].map(([, id = "", d = ""]) => [id, d]));
}
