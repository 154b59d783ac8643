import "server-only";
import type { ClientBase } from "pg";

/**
 * Query for the days on which series were no longer listed: `price_id, spans`, each span its first day, a slash and the
 * day on which the price was seen again (nothing while it was not), with spaces between: `2024-01-05/2024-03-01`.
 */
export const ENDED_SPANS = `
  SELECT price_id, string_agg(first_day || '/' || coalesce(next_day::text, ''), ' ' ORDER BY first_day) AS spans FROM (
    SELECT price_id, min(observed_on) AS first_day, next_day FROM (
      SELECT e.price_id, e.observed_on, (
        SELECT o.observed_on FROM price_observation o
        WHERE o.price_id = e.price_id AND o.observed_on > e.observed_on AND o.amount IS NOT NULL
        ORDER BY o.observed_on LIMIT 1
      ) AS next_day FROM price_observation e WHERE e.amount IS NULL
    ) AS ended_day GROUP BY price_id, next_day
  ) AS span GROUP BY price_id`;

/** Writes the rows of `ended_span`, batch by batch. */
export class EndedSpans {
  #lists: string[] = [];
  #places: number[] = [];
  #firstDays: string[] = [];
  #nextDays: (string | null)[] = [];

  /** Adds the spans of the series at one place of a list, as ENDED_SPANS gives them. */
  add(list: string, place: number, spans: string): void {
    for (const span of spans.split(" ")) {
      const [firstDay = "", nextDay = ""] = span.split("/");
      this.#lists.push(list);
      this.#places.push(place);
      this.#firstDays.push(firstDay);
      this.#nextDays.push(nextDay === "" ? null : nextDay);
    }
  }

  async write(client: ClientBase): Promise<void> {
    if (this.#lists.length === 0) return;
    await client.query(
      `INSERT INTO ended_span (list, place, first_day, next_day)
       SELECT * FROM unnest($1::text[], $2::int[], $3::date[], $4::date[])`,
      [this.#lists, this.#places, this.#firstDays, this.#nextDays],
    );
    [this.#lists, this.#places, this.#firstDays, this.#nextDays] = [[], [], [], []];
  }
}

/** Writes `ended_count` from `ended_span`. */
export async function countEndedOfDays(client: ClientBase): Promise<void> {
  await client.query(
    `INSERT INTO ended_count (list, day, ended)
     SELECT list, day, sum(sum(step)) OVER (PARTITION BY list ORDER BY day) FROM (
       SELECT list, first_day AS day, 1 AS step FROM ended_span
       UNION ALL SELECT list, next_day, -1 FROM ended_span WHERE next_day IS NOT NULL
     ) AS changed GROUP BY list, day`,
  );
}
