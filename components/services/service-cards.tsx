import { Difference } from "@/components/charts/difference";
import { countryName, formatMoney } from "@/lib/format";
import type { Money } from "@/lib/fx/money";
import type { BrowsedProduct } from "@/lib/products/browse-schema";
import { categoryName } from "@/lib/products/rules";
import { pctAgainstUs } from "./browse-columns";
import { ServiceName } from "./service-name";

/** The same products as the table, one block each: the lowest price large, its place and its distance from the US. */
export function ServiceCards({ products, money }: { products: readonly BrowsedProduct[]; money: Money }) {
  return (
    <ul className="service-cards">
      {products.map((product) => {
        const { slug, category, cheapest, us, countries } = product;
        const pct = pctAgainstUs(product);
        return (
          <li key={slug}>
            <h3>
              <ServiceName product={product} />
            </h3>
            <p className="service-card-kind">
              {categoryName(category)}, {countries === 1 ? "1 country" : `${countries} countries`}
            </p>
            {cheapest?.usd_monthly != null && (
              <>
                <p className="service-card-price">
                  <span className="ledger-amount">{money.price(cheapest.usd_monthly)}</span>
                  <span>
                    in <a href={`/countries/${cheapest.country}`}>{countryName(cheapest.country)}</a>,{" "}
                    {formatMoney(cheapest.amount, cheapest.currency)}
                  </span>
                </p>
                {us?.usd_monthly != null && cheapest.country !== "US" && (
                  <p className="service-card-us">
                    <Difference pct={pct} digits={0} shape="start" /> <span>US {money.price(us.usd_monthly)}</span>
                  </p>
                )}
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
