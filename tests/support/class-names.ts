import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** Sources by path below `folder`. */
export function readSources(folder: string, ending: RegExp): Map<string, string> {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).filter((file) =>
    ending.test(file),
  );
  return new Map(files.map((file) => [`${folder}/${file}`, readFileSync(join(ROOT, folder, file), "utf8")]));
}

/** Every word of the code that draws pages; a class that is rendered is one of them, unless it is put together. */
export function readWrittenWords(): Set<string> {
  const texts = ["app", "components", "lib"].flatMap((folder) => [...readSources(folder, /\.tsx?$/).values()]);
  return new Set(texts.flatMap((text) => text.match(/[\w-]+/g) ?? []));
}
