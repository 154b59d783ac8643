import { z } from "zod";
import { CHANGE_KINDS } from "@/lib/changes/rules";
import { sendPatiently } from "./api";

// Client of the public API that keeps a version's records and applies its changes. Records are texts cut from the
// answers, independent of our code.

const Listed = z.object({ links: z.object({ next: z.string().nullable() }), data: z.array(z.unknown()) });

function cutRecords(text: string): string[] {
  const start = text.indexOf('"data":[') + '"data":['.length;
  const records: string[] = [];
  let depth = 0;
  let from = start;
  let isText = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (isText) {
      if (char === "\\") at++;
      else if (char === '"') isText = false;
    } else if (char === '"') isText = true;
    else if (char === "{" || char === "[") {
      if (depth++ === 0) from = at;
    } else if (char === "}" || char === "]") {
      if (depth === 0) break;
      if (--depth === 0) records.push(text.slice(from, at + 1));
    }
  }
  return records;
}

async function read(base: string, path: string): Promise<string> {
  for (let tries = 0; tries < 30; tries++) {
    const { status, text } = await sendPatiently("GET", path, { base });
    if (status === 200) return text;
    if (status !== 503) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
  }
  throw new Error(`${path} was not ready`);
}

async function readPages(base: string, path: string): Promise<string[]> {
  const records: string[] = [];
  for (let next: string | null = path; next !== null; ) {
    const text = await read(base, next);
    records.push(...cutRecords(text));
    const link: string | null = Listed.parse(JSON.parse(text)).links.next;
    next = link?.replace(/^https?:\/\/[^/]+/, "") ?? null;
  }
  return records;
}

export type State = Map<string, string>;

const keyOf = (object: string, parts: readonly unknown[]) => [object, ...parts].join(" ");

export async function readState(base: string, version: string): Promise<State> {
  const state: State = new Map();
  const add = (object: string, names: readonly string[], texts: readonly string[]) => {
    for (const text of texts) {
      const record = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
      state.set(
        keyOf(
          object,
          names.map((name) => record[name]),
        ),
        text,
      );
    }
  };
  add("price", PRICE, await readPages(base, `/api/prices?page_size=200&version=${version}`));
  add("product", ["product"], await readPages(base, `/api/services?page_size=200&version=${version}`));
  add("rate", RATE, cutRecords(await read(base, `/api/export?dataset=rates&format=json&version=${version}`)));
  return state;
}

const PRICE = ["product", "country", "platform", "period"];
const RATE = ["currency", "date", "source"];

const ChangeShape = z.object({
  id: z.string(),
  object: z.string(),
  kind: z.string(),
  key: z.record(z.string(), z.string()),
  reason: z.string().nullable(),
});

export type MirroredChange = z.infer<typeof ChangeShape> & { before: string | null; after: string | null };

export async function readChanges(base: string, since: string, until: string, filter = ""): Promise<MirroredChange[]> {
  const texts = await readPages(
    base,
    `/api/changes?page_size=200&since=${since}&until=${until}&kind=${CHANGE_KINDS.join()}${filter}`,
  );
  return texts.map((text) => {
    const [before, after] = cutSides(text);
    return { ...ChangeShape.parse(JSON.parse(text)), before, after };
  });
}

function cutSides(text: string): [string | null, string | null] {
  const sides = /"before":([\s\S]*),"after":([\s\S]*),"reason":/.exec(text);
  const [before = "null", after = "null"] = sides?.slice(1) ?? [];
  return [before === "null" ? null : before, after === "null" ? null : after];
}

/** Throws where a change does not begin with the stored record. */
export function applyChanges(state: State, changes: readonly MirroredChange[]): State {
  const next = new Map(state);
  for (const { object, key, before, after, id } of changes) {
    // Past readings are no records of these lists.
    if (object === "observation") continue;
    const names = object === "price" ? PRICE : object === "rate" ? RATE : ["product"];
    const name = keyOf(
      object,
      names.map((part) => key[part]),
    );
    if ((next.get(name) ?? null) !== before) throw new Error(`${id} does not begin with what there is`);
    if (after === null) next.delete(name);
    else next.set(name, after);
  }
  return next;
}
