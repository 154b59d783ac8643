import type { CoverageMatrix } from "@/lib/catalogue/coverage/matrix-rules";
import { COVERAGE_WORDS } from "@/lib/catalogue/coverage/rules";
import { formatCount } from "@/lib/text/format";
import { GAP_ORDER, GAPS } from "./coverage-words";

export function CoverageKey({ counts }: Pick<CoverageMatrix, "counts">) {
  return (
    <ul className="coverage-key" aria-label="Marks of the matrix">
      <li>
        <span className="coverage-mark" data-status="priced">
          2
        </span>
        <span>
          <b>{COVERAGE_WORDS.priced}</b>, {formatCount(counts.priced)}: the number of prices, one for each store and
          billing period
        </span>
      </li>
      {GAP_ORDER.map((status) => (
        <li key={status}>
          <span className="coverage-mark" data-status={status}>
            {GAPS[status].mark}
          </span>
          <span>
            <b>{COVERAGE_WORDS[status]}</b>, {formatCount(counts[status])}: {GAPS[status].meaning}
          </span>
        </li>
      ))}
    </ul>
  );
}
