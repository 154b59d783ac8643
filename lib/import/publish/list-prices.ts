import "server-only";
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { namesOfLists, PART_SIZE } from "@/lib/catalogue/prices/list-rules";
import { COPY_END, COPY_START, toCopyRow } from "@/lib/import/stage/copy-binary";

type List = { name: string; part: number; ids: Int32Array; length: number };

/** Products read at a time; prices per product are bounded by countries x platforms x periods. */
const BATCH_PRODUCTS = 20;

/**
 * Writes the lists of current prices that pages are read from, one for each combination of filters, inside the caller's
 * transaction. Reads all prices once, in the order of the API, because the database would sort them again for each
 * combination. Holds only the last part of each list in memory.
 */
export async function writePriceList(client: ClientBase): Promise<void> {
  await client.query("DELETE FROM price_list");
  await client.query(
    `DECLARE listed_product NO SCROLL CURSOR FOR
     SELECT string_agg(id::text, ',' ORDER BY country, platform, period),
       string_agg(country || ' ' || platform || ' ' || period, ',' ORDER BY country, platform, period)
     FROM price WHERE amount IS NOT NULL GROUP BY product ORDER BY product`,
  );
  const lists = new ListsOfKinds();
  for (;;) {
    const text = `FETCH ${BATCH_PRODUCTS} FROM listed_product`;
    const { rows } = await client.query<[string, string]>({ text, rowMode: "array" });
    for (const [ids, kinds] of rows) {
      const kindOf = kinds.split(",");
      for (const [at, id] of ids.split(",").entries()) lists.add(Number(id), kindOf[at] ?? "");
    }
    if (rows.length === 0) break;
    await write(client, lists.takeFull());
  }
  await write(client, lists.takeRest());
  await client.query("CLOSE listed_product");
}

async function write(client: ClientBase, rows: readonly Buffer[]): Promise<void> {
  if (rows.length === 0) return;
  const copy = client.query(copyFrom("COPY price_list (list, part, price_ids) FROM STDIN (FORMAT binary)"));
  await pipeline([Buffer.concat([COPY_START, ...rows, COPY_END])], copy);
}

/** Sorts prices into their lists; full parts become rows of a binary COPY. */
class ListsOfKinds {
  readonly #lists = new Map<string, List>();
  /** Lists that contain prices of one country, platform and period. */
  readonly #ofKind = new Map<string, List[]>();
  #full: Buffer[] = [];

  add(id: number, kind: string): void {
    let lists = this.#ofKind.get(kind);
    if (lists === undefined) {
      lists = this.#findLists(kind);
      this.#ofKind.set(kind, lists);
    }
    for (const list of lists) {
      list.ids[list.length] = id;
      list.length += 1;
      if (list.length === PART_SIZE) this.#full.push(takeRow(list));
    }
  }

  takeFull(): Buffer[] {
    return this.#full.splice(0);
  }

  takeRest(): Buffer[] {
    return [...this.#lists.values()].filter(({ length }) => length > 0).map(takeRow);
  }

  #findLists(kind: string): List[] {
    const [country = "", platform = "", period = ""] = kind.split(" ");
    return namesOfLists({ country, platform, period }).map((name) => {
      const list = this.#lists.get(name) ?? { name, part: 0, ids: new Int32Array(PART_SIZE), length: 0 };
      this.#lists.set(name, list);
      return list;
    });
  }
}

function takeRow(list: List): Buffer {
  const row = toCopyRow(list.name, list.part, list.ids.subarray(0, list.length));
  list.part += 1;
  list.length = 0;
  return row;
}
