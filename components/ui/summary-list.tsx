import type { CSSProperties, ReactNode } from "react";

export type SummaryEntry = {
  /** "Cheapest", "Your country", "Baseline" */
  term: string;
  /** Whose amount it is; may be a link. */
  place: ReactNode;
  /** "$2.89" */
  amount: string;
  /** "a month", where the amount alone could mean something else. */
  unit?: string;
  /** Local amount, what is saved. */
  note?: ReactNode;
  /** A Difference with `shape="start"`. */
  difference?: ReactNode;
  tone?: "you";
};

/** Two to four amounts between vertical rules. */
export function SummaryList({ entries }: { entries: readonly SummaryEntry[] }) {
  const style: CSSProperties & { "--entries": number } = { "--entries": entries.length };
  return (
    <dl className={entries.length === 3 ? "summary-list summary-list-three" : "summary-list"} style={style}>
      {entries.map(({ term, place, amount, unit, note, difference, tone }) => (
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
          </dd>
        </div>
      ))}
    </dl>
  );
}
