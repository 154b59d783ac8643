import type { CSSProperties, ReactNode } from "react";

export type SummaryEntry = {
  term: string;
  place: ReactNode;
  amount: string;
  unit?: string;
  note?: ReactNode;
};

const MOST_IN_A_ROW = 5;

export function SummaryList({ entries }: { entries: readonly SummaryEntry[] }) {
  const style: CSSProperties & { "--entries": number } = { "--entries": entries.length };
  const shape = entries.length === 3 ? "summary-list-three" : entries.length > MOST_IN_A_ROW && "summary-list-rows";
  return (
    <dl className={["summary-list", shape].filter(Boolean).join(" ")} style={style}>
      {entries.map(({ term, place, amount, unit, note }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <span className="summary-list-place">{place}</span>
            <span className="summary-list-amount">
              {amount}
              {unit !== undefined && <span className="summary-list-unit"> {unit}</span>}
            </span>
            {note !== undefined && <span className="summary-list-note">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
