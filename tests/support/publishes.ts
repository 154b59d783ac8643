import { importHere, makeFolder } from "./import-cli";
import { writeImport } from "./numbered-import";

/** `number` counts from 1. */
export async function publishNext(databaseUrl: string, number: number): Promise<void> {
  await using folder = await makeFolder();
  const files = Object.entries(writeImport(number));
  const paths = await Promise.all(files.map(([name, lines]) => folder.write(name, `${lines.join("\n")}\n`)));
  const { code, text } = await importHere(databaseUrl, paths, true);
  if (code !== 0) throw new Error(text);
}
