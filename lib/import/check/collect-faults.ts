import "server-only";
import type { ClientBase } from "pg";
import type { FaultList } from "@/lib/import/report/faults";

interface FaultRow {
  file: number;
  line: number;
  column: string | null;
  text: string;
  total: number;
}

/**
 * Runs a query for `file, line, "column", text` of faulty staged rows and records them: counts all, fetches only the
 * first.
 */
export async function collectFaults(client: ClientBase, faults: FaultList, query: string): Promise<void> {
  const { rows } = await client.query<FaultRow>(
    `SELECT *, (count(*) OVER ())::int AS total FROM (${query}) AS fault ORDER BY file, line, "column" LIMIT 50`,
  );
  rows.forEach(({ total, ...fault }, place) => {
    faults.add(fault, place === 0 ? total - rows.length + 1 : 1);
  });
}
