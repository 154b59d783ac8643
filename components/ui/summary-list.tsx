import type { CSSProperties, ReactNode } from "react";

export type SummaryEntry = {
  /** "Cheapest", "Your country", "Baseline" */
  term: string;
  /** Place or product of the amount; may be a link. */
  place: ReactNode;
  /** "$2.89" */
  amount: string;
  /** "a month", when the amount alone would be ambiguous. */
  unit?: string;
  /** Local amount, or the saving. */
  note?: ReactNode;
  /** A Difference with `shape="start"`. */
  difference?: ReactNode;
  /** Sentence below a rule: what the amount saves. */
  saving?: ReactNode;
  tone?: "you";
};

/** Most amounts in one row; more stand in rows of four. */
const MOST_IN_A_ROW = 5;

/** Amounts between vertical rules. */
export function SummaryList({ entries }: { entries: readonly SummaryEntry[] }) {
  const style: CSSProperties & { "--entries": number } = { "--entries": entries.length };
  const shape = entries.length === 3 ? "summary-list-three" : entries.length > MOST_IN_A_ROW && "summary-list-rows";
  return (
    <dl className={["summary-list", shape].filter(Boolean).join(" ")} style={style}>
      {entries.map(({ term, place, amount, unit, note, difference, saving, tone }) => (
        <div key={term} className={tone ? `is-${tone}` : undefined}>
          <dt>{term}</dt>
          <dd>
            <span className="summary-list-place">{place}</span>
            <span className="summary-list-amount">
              {amount}
              {unit !== undefined && <span className="summary-list-unit"> {unit}</span>}
            </span>
            {note !== undefined && <span className="summary-list-note">{note}</span>}
            {difference !== undefined && <span className="summary-list-diff">{difference}</span>}
            {saving !== undefined && <span className="summary-list-saving">{saving}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
