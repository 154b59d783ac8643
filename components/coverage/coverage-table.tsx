import { Link } from "@/components/ui/link";
import type { CoverageMatrix } from "@/lib/catalogue/coverage/matrix-rules";
import { COVERAGE_WORDS } from "@/lib/catalogue/coverage/rules";
import type { CoverageCell } from "@/lib/catalogue/coverage/schema";
import { categoryName } from "@/lib/catalogue/products/rules";
import { countryName } from "@/lib/text/format";
import { GAPS } from "./coverage-words";

/** With more, the table scrolls in its own box on every screen. */
const COMFORTABLE_COLUMNS = 20;

function Cell({ status, prices }: Pick<CoverageCell, "status" | "prices">) {
  if (status === "priced") return <td>{prices}</td>;
  return (
    <td data-status={status} title={COVERAGE_WORDS[status]}>
      <span aria-hidden="true">{GAPS[status].mark}</span>
      <span className="visually-hidden">{COVERAGE_WORDS[status]}</span>
    </td>
  );
}

export function CoverageTable({ columns, groups }: Pick<CoverageMatrix, "columns" | "groups">) {
  return (
    <div className={columns.length > COMFORTABLE_COLUMNS ? "coverage-frame coverage-frame-wide" : "coverage-frame"}>
      <table className="coverage">
        <caption className="visually-hidden">
          Subscriptions by countries: number of prices, or why there is none
        </caption>
        <thead>
          <tr>
            <th scope="col">Subscription</th>
            {columns.map(({ country }) => (
              <th key={country} scope="col" className="coverage-country">
                <span>
                  <Link href={`/countries/${country}`}>{countryName(country)}</Link>
                </span>
              </th>
            ))}
            <th scope="col" className="coverage-country">
              <span>Priced in</span>
            </th>
          </tr>
        </thead>
        {groups.map(({ category, rows }) => (
          <tbody key={category}>
            <tr>
              <th scope="rowgroup" className="coverage-category">
                <Link href={`/services?category=${category}`}>{categoryName(category)}</Link>
              </th>
              <td colSpan={columns.length + 1} />
            </tr>
            {rows.map(({ product, cells, priced }) => (
              <tr key={product.slug}>
                <th scope="row">
                  <Link href={`/services/${product.slug}`}>{product.label}</Link>
                </th>
                {cells.map(({ country, status, prices }) => (
                  <Cell key={country} status={status} prices={prices} />
                ))}
                <td className="coverage-sum">{priced}</td>
              </tr>
            ))}
          </tbody>
        ))}
        <tfoot>
          <tr>
            <th scope="row">Priced subscriptions</th>
            {columns.map(({ country, priced }) => (
              <td key={country} className="coverage-sum">
                {priced}
              </td>
            ))}
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
