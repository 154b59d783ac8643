import type { CSSProperties, ReactNode } from "react";

export type LedgerEntry = {
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
export function Ledger({ entries }: { entries: readonly LedgerEntry[] }) {
  const style: CSSProperties & { "--entries": number } = { "--entries": entries.length };
  return (
    <dl className={entries.length === 3 ? "ledger ledger-three" : "ledger"} style={style}>
      {entries.map(({ term, place, amount, unit, note, difference, tone }) => (
        <div key={term} className={tone ? `is-${tone}` : undefined}>
          <dt>{term}</dt>
          <dd>
            <span className="ledger-place">{place}</span>
            <span className="ledger-amount">
              {amount}
              {unit !== undefined && <span className="ledger-unit"> {unit}</span>}
            </span>
            {note !== undefined && <span className="ledger-note">{note}</span>}
            {difference !== undefined && <span className="ledger-diff">{difference}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
