import { readFile } from "node:fs/promises";
import { z } from "zod";
import { toMultipart, type Visitor } from "./visitor";

const Manifest = z.object({
  node: z.record(
    z.string(),
    z.object({ filename: z.string(), exportedName: z.string(), workers: z.record(z.string(), z.unknown()) }),
  ),
});

export type BuiltAction = { id: string; name: string; path: string };

/** `name` is "folder/exportedName", `path` a page that has it. */
export async function listBuiltActions(): Promise<BuiltAction[]> {
  const text = await readFile(".next/server/server-reference-manifest.json", "utf8");
  return Object.entries(Manifest.parse(JSON.parse(text)).node)
    .map(([id, { filename, exportedName, workers }]) => {
      const folder = filename
        .replace(/^app\//, "")
        .replace(/\/?actions\.ts$/, "")
        .replace(/\(.*?\)\/?/g, "");
      const [page = ""] = Object.keys(workers).sort((a, b) => Number(a.includes("[")) - Number(b.includes("[")));
      const path = page
        .replace(/^app/, "")
        .replace(/\/page$/, "")
        .replace(/\/\(.*?\)/g, "");
      return { id, name: `${folder.replace(/\/$/, "")}/${exportedName}`, path };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Calls an action as a form without scripts, also where no page offers it. Fields fill in [id] and [slug]. */
export function callAction(
  visitor: Visitor,
  { id, path }: BuiltAction,
  fields: Record<string, string>,
  headers: Record<string, string> = { origin: visitor.base },
) {
  const { type, payload } = toMultipart({ [`$ACTION_ID_${id}`]: "", ...fields });
  const url = path.replace("[id]", fields.id ?? "").replace("[slug]", fields.product ?? "");
  const length = String(Buffer.byteLength(payload));
  return visitor.request("POST", url, { "content-type": type, "content-length": length, ...headers }, payload);
}
