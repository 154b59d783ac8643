import { Difference } from "@/components/charts/difference";
import { Checked } from "@/components/ui/checked";
import { Link } from "@/components/ui/link";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { formatBilled } from "@/lib/catalogue/prices/words";
import type { BrowsedProduct } from "@/lib/catalogue/products/browse-schema";
import { categoryName } from "@/lib/catalogue/products/rules";
import { countryName } from "@/lib/text/format";
import { ServiceName } from "./service-name";

/** Number of states in the world; with more places, some are territories. */
const STATES = 195;
const nameCountries = (count: number) =>
  count === 1 ? "1 country" : `${count} ${count > STATES ? "countries and territories" : "countries"}`;

export function ServiceCards({
  products,
  money,
  today,
}: {
  products: readonly BrowsedProduct[];
  money: Money;
  today: string;
}) {
  return (
    <ul className="service-cards">
      {products.map((product) => {
        const { product: slug, category, cheapest, us, n_countries: countries, verified_on } = product;
        const pct = product.pct_vs_us;
        return (
          <li key={slug}>
            <h3>
              <ServiceName product={{ ...product, slug }} />
            </h3>
            <p className="service-card-kind">
              {categoryName(category)}, {nameCountries(countries)}
            </p>
            {cheapest?.usd_monthly != null && (
              <>
                <p className="service-card-price">
                  <span className="summary-list-amount">
                    {money.price(cheapest)}
                    <span className="summary-list-unit"> a month</span>
                  </span>
                  <span>
                    in <Link href={`/countries/${cheapest.country}`}>{countryName(cheapest.country)}</Link>,{" "}
                    {formatBilled(cheapest)}
                  </span>
                </p>
                <p className="service-card-us">
                  {us?.usd_monthly == null ? (
                    "no US price"
                  ) : cheapest.country === "US" ? (
                    "the US price"
                  ) : (
                    <>
                      <Difference pct={pct} digits={0} shape="start" /> <span>US {money.price(us)}</span>
                    </>
                  )}
                </p>
              </>
            )}
            <p className="service-card-kind">
              {verified_on && (
                <>
                  verified <Checked day={verified_on} today={today} />
                </>
              )}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
