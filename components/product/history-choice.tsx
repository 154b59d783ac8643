import { Link } from "@/components/ui/link";
import { PickButton, PickList } from "@/components/ui/pick-list";
import { Pop } from "@/components/ui/pop";
import { VersionField } from "@/components/ui/version-field";
import type { ProductHistory } from "@/lib/catalogue/prices/history/chart/schema";
import { HISTORY_MAX, toProductParams } from "@/lib/catalogue/products/page-schema";
import { toCountryOptions } from "@/lib/catalogue/search/country-option-rules";
import { toHref } from "@/lib/pages/query";
import { countryName } from "@/lib/text/format";
import { chooseCompared, type ProductPage } from "./model";

/** Lines to draw or to take away by a tap, and the list of all countries with a history. */
export function HistoryChoice({ page, history }: { page: ProductPage; history: ProductHistory }) {
  const { product, query, lowest, home } = page;
  const path = `/services/${product.product}`;
  const shown = history.series.map(({ country }) => country);
  const { history: _, ...others } = toProductParams(query);
  const known = new Set(history.countries);
  const usual = chooseCompared(lowest, home).filter((code) => known.has(code));
  const offered = [...new Set([...usual, ...shown])].filter(
    (code) => shown.includes(code) || shown.length < HISTORY_MAX,
  );
  const hrefOf = (codes: readonly string[]) =>
    toHref(path, { ...others, history: codes.join(",") || undefined }, "#history");
  return (
    <div className="history-choice">
      <ul className="chips">
        {offered.map((code) => {
          const isDrawn = shown.includes(code);
          const next = isDrawn ? shown.filter((other) => other !== code) : [...shown, code];
          return (
            <li key={code}>
              <Link className="chip" href={hrefOf(next)} aria-current={isDrawn ? "true" : undefined}>
                <span className="visually-hidden">{isDrawn ? "Remove" : "Show"} </span>
                {countryName(code)}
              </Link>
            </li>
          );
        })}
      </ul>
      <Pop value="Add a country" title="Countries in the chart">
        <form
          className="pick-form"
          action={`${path}#history`}
          method="get"
          autoComplete="off"
          aria-label="Countries in the chart"
        >
          <VersionField />
          {Object.entries(others).map(
            ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
          )}
          <PickList
            legend="Countries"
            name="history"
            options={toCountryOptions(history.countries)}
            chosen={shown}
            max={HISTORY_MAX}
            find={`Find one of ${history.countries.length}`}
            hasCountries
          />
          <PickButton words="Show {history} countries" counts={{ history: shown.length }} />
        </form>
      </Pop>
    </div>
  );
}
