import type { SourceRecord } from "@/lib/catalogue/sources/schema";
import { formatDay } from "@/lib/text/format";
import { countNoun } from "@/lib/text/words";

/** Sources of prices or rates half of which was not read again when it should have been; nothing where all were. */
export function LateSources({ sources }: { sources: readonly SourceRecord[] }) {
  const late = sources.filter(({ status }) => status === "late" || status === "silent");
  if (late.length === 0) return null;
  return (
    <section className="section-near" id="late-sources">
      <h2 className="section-title">Sources whose next reading is overdue</h2>
      <ul className="lines">
        {late.map(({ id, name, status, last_read_on, cadence_days }) => (
          <li key={id}>
            {name}, {status}: last read by {formatDay(last_read_on ?? "")}, due every{" "}
            {cadence_days === 1 ? "day" : countNoun(cadence_days ?? 0, "day", "days")}.
          </li>
        ))}
      </ul>
    </section>
  );
}
