import { alignTable } from "@/tests/support/align-table";

type Goal = { atLeast?: number; atMost?: number; what: string };

/** Goals that each figure has to reach. Rates against rates: more is better; times against times: less. */
export const GOALS: Record<string, Goal> = {
  a_cached: { atLeast: 0.45, what: "cached answer, anonymous, against node:http sending the same (rate)" },
  a_cached_with_key: { atLeast: 0.45, what: "the same with an API key (rate)" },
  b_cached_vs_fastify: { atLeast: 6, what: "cached answer against Fastify and pg (rate)" },
  b_uncached_vs_fastify: { atLeast: 0.5, what: "uncached answer against Fastify and pg (rate)" },
  c_uncached_vs_empty_route: { atLeast: 0.7, what: "uncached answer against an empty route handler (rate)" },
  e_build_vs_copy: { atMost: 4, what: "first build of an export against COPY TO STDOUT (time)" },
  e_memory_mb: { atMost: 150, what: "memory that the build adds, MB" },
  e_download: { atLeast: 0.9, what: "download of a built export against a plain file (rate)" },
  f_import_s: { atMost: 300, what: "import and publish of all prices with ten days each, s" },
  f_memory_mb: { what: "memory that it adds, MB" },
  g_ready_s: { atMost: 3, what: "second start until ready, s" },
  g_idle_mb: { atMost: 300, what: "resident memory when idle, without the database, MB" },
};

/** The figures with their goals, as a Markdown table. */
export function showTable(figures: Record<string, number>): string {
  const rows = Object.entries(figures).map(([name, value]) => {
    const { atLeast, atMost, what } = GOALS[name] ?? { what: "" };
    const isMet = value >= (atLeast ?? value) && value <= (atMost ?? value);
    const goal = atLeast !== undefined ? `at least ${atLeast}` : atMost !== undefined ? `at most ${atMost}` : "";
    return [name, what, String(Number(value.toPrecision(3))), goal, goal && (isMet ? "yes" : "no")];
  });
  return alignTable([["Figure", "What", "Measured", "Goal", "Met"], ...rows]);
}
