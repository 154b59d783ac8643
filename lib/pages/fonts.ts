import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";

const FILES = [
  { name: "Finding", file: "finding-latin.ttf", weight: 600 },
  { name: "Archivo", file: "archivo-latin-regular.ttf", weight: 400 },
  { name: "Archivo", file: "archivo-latin-semibold.ttf", weight: 600 },
] as const;

const kept = processSingleton("og-fonts", () => ({ fonts: null as ReturnType<typeof load> | null }));

/** The fonts of the site as the drawing library wants them (no woff2), read once. */
export function readFonts() {
  kept.fonts ??= outsideRequests(load);
  return kept.fonts;
}

function load() {
  return Promise.all(
    FILES.map(async ({ name, file, weight }) => ({
      name,
      weight,
      style: "normal" as const,
      data: await readFile(join(process.cwd(), "components/og/fonts", file)),
    })),
  );
}
