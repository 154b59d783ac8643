import { DataTable } from "@/components/ui/data-table";
import { Figure } from "@/components/ui/figure";
import type { Preview } from "@/lib/desk/changes/schema";
import { formatCount } from "@/lib/text/format";
import { capitalize, countNoun } from "@/lib/text/words";
import { MOVED_PRICE_COLUMNS, RATE_MOVE_COLUMNS } from "./rate-columns";

const FIRST_MOVED = 25;

/** Rates out of the bounds of their source, old and new. */
export function RateMoves({ rateMoves: { count, held, refused, first } }: Pick<Preview, "rateMoves">) {
  if (count === 0 && refused === 0) return null;
  const rates = capitalize(countNoun(count, "rate", "rates"));
  return (
    <Figure
      id="rate-moves"
      finding={
        count === 0
          ? `${capitalize(countNoun(refused, "rate was", "rates were"))} refused before`
          : held === 0
            ? `${rates} out of bounds or missing`
            : `${rates} held back`
      }
      measure={
        <>
          {held > 0 &&
            "Not part of this change set: on its publish they get one of their own, which waits for a second person. Until then their currencies have no rate of that day. "}
          Old and new in US dollars for one unit.
          {refused > 0 && ` Left out, because the same were refused before: ${formatCount(refused)}.`}
          {first.length < count && ` The first ${formatCount(first.length)} are listed.`}
        </>
      }
      source="this preview."
    >
      {first.length > 0 && (
        <DataTable
          caption="Rates out of bounds or missing, the largest factor first"
          columns={RATE_MOVE_COLUMNS}
          rows={first}
          rowKey={({ currency, date, source }) => `${currency} ${date} ${source}`}
        />
      )}
    </Figure>
  );
}

/** Prices whose dollars move although their amounts do not. */
export function MovedPrices({ movedPrices: { count, first } }: Pick<Preview, "movedPrices">) {
  if (count === 0) return null;
  const shown = first.slice(0, FIRST_MOVED);
  const others = first.slice(FIRST_MOVED);
  const rowKey = ({ product, country, platform, period }: (typeof first)[number]) =>
    `${product} ${country} ${platform} ${period}`;
  return (
    <Figure
      id="moved-prices"
      finding={`The dollars of ${countNoun(count, "price move", "prices move")} because a rate moves`}
      measure={`In all countries, the largest factor first; the amounts in their own currencies stay. US dollars a month, old and new.${first.length < count ? ` The first ${formatCount(first.length)} are listed.` : ""}`}
      source="this preview."
    >
      <DataTable
        caption="Prices that a rate moves, the largest factor first"
        columns={MOVED_PRICE_COLUMNS}
        rows={shown}
        rowKey={rowKey}
      />
      {others.length > 0 && (
        <details>
          <summary>The next {formatCount(others.length)}</summary>
          <DataTable
            caption="Further prices that a rate moves"
            columns={MOVED_PRICE_COLUMNS}
            rows={others}
            rowKey={rowKey}
          />
        </details>
      )}
    </Figure>
  );
}
