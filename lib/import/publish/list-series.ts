import "server-only";
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { namesOfLists, PART_SIZE } from "@/lib/catalogue/prices/list-rules";
import { COPY_END, COPY_START, toCopyRow } from "@/lib/import/stage/copy-binary";
import { countEndedOfDays, ENDED_SPANS, EndedSpans } from "./ended-spans";

type List = { name: string; part: number; ids: Int32Array; length: number };

/** Products read at a time; prices per product are bounded by countries x platforms x periods. */
const BATCH_PRODUCTS = 20;

/**
 * Writes the lists of all series, one for each combination of filters, with the days on which these were no longer listed,
 * inside the caller's transaction. Reads all series once, in the order of the API, because the database would sort them
 * again for each combination. Holds only the last part of each list in memory.
 */
export async function writeSeriesList(client: ClientBase): Promise<void> {
  for (const table of ["series_list", "ended_span", "ended_count"]) await client.query(`DELETE FROM ${table}`);
  const each = (value: string) => `string_agg(${value}, ',' ORDER BY country, platform, period)`;
  await client.query(
    `DECLARE listed_product NO SCROLL CURSOR FOR
     SELECT ${each("id::text")}, ${each("country || ' ' || platform || ' ' || period")}, ${each("coalesce(spans, '')")}
     FROM price LEFT JOIN (${ENDED_SPANS}) AS ended ON ended.price_id = price.id
     WHERE EXISTS (SELECT FROM price_observation o WHERE o.price_id = price.id) GROUP BY product ORDER BY product`,
  );
  const series = new ListsOfKinds();
  const ended = new EndedSpans();
  for (;;) {
    const text = `FETCH ${BATCH_PRODUCTS} FROM listed_product`;
    const { rows } = await client.query<[string, string, string]>({ text, rowMode: "array" });
    for (const [ids, kinds, spans] of rows) {
      const [kindOf, spansOf] = [kinds.split(","), spans.split(",")];
      for (const [at, id] of ids.split(",").entries()) {
        const lists = series.add(Number(id), kindOf[at] ?? "");
        const days = spansOf[at] ?? "";
        if (days !== "") for (const list of lists) ended.add(list.name, lastPlaceOf(list), days);
      }
    }
    if (rows.length === 0) break;
    await write(client, series.takeFull());
    await ended.write(client);
  }
  await write(client, series.takeRest());
  await client.query("CLOSE listed_product");
  await countEndedOfDays(client);
}

async function write(client: ClientBase, rows: readonly Buffer[]): Promise<void> {
  if (rows.length === 0) return;
  const copy = client.query(copyFrom("COPY series_list (list, part, price_ids) FROM STDIN (FORMAT binary)"));
  await pipeline([Buffer.concat([COPY_START, ...rows, COPY_END])], copy);
}

/** Sorts series into their lists; full parts become rows of a binary COPY. */
class ListsOfKinds {
  readonly #lists = new Map<string, List>();
  /** Lists that contain series of one country, platform and period. */
  readonly #ofKind = new Map<string, List[]>();
  #full: Buffer[] = [];

  /** Adds a series; returns the lists that it is in, in each of them at the end. */
  add(id: number, kind: string): readonly List[] {
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
    return lists;
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

const lastPlaceOf = ({ part, length }: List): number => part * PART_SIZE + length - 1;

function takeRow(list: List): Buffer {
  const row = toCopyRow(list.name, list.part, list.ids.subarray(0, list.length));
  list.part += 1;
  list.length = 0;
  return row;
}
