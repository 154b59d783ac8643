import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";

const FILES = [
  { name: "Finding", file: "finding-latin.ttf", weight: 600 },
  { name: "Archivo", file: "archivo-latin-regular.ttf", weight: 400 },
  { name: "Archivo", file: "archivo-latin-semibold.ttf", weight: 600 },
] as const;

const cached = processSingleton("og-fonts", () => ({ fonts: null as ReturnType<typeof load> | null }));

/** Read once. The drawing library cannot read woff2. */
export function readFonts() {
  cached.fonts ??= outsideRequests(load);
  return cached.fonts;
}

function load() {
  return Promise.all(
    FILES.map(async ({ name, file, weight }) => ({
      name,
      weight,
      style: "normal" as const,
      data: await readFile(join(process.cwd(), "components/pictures/fonts", file)),
    })),
  );
}
