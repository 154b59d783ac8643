import { Ruler } from "@/components/charts/ruler";
import { type MapLabel, WorldMap } from "@/components/charts/world-map";
import { figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import { Figure } from "@/components/ui/figure";
import { dearestOf, differencePct } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { formatBilled } from "@/lib/catalogue/prices/words";
import { toLensParams, withTax } from "@/lib/catalogue/tax/lens-rules";
import { EX_TAX_CAVEAT } from "@/lib/findings/lens-rules";
import { countAgainstUs, writeMapFinding } from "@/lib/findings/product-rules";
import { writeReadDays } from "@/lib/findings/read-days-rules";
import { toHref } from "@/lib/pages/query";
import { countryName, formatCount } from "@/lib/text/format";
import { type ProductPage, priceOf } from "./model";

/** Large countries whose labels give orientation. */
const LANDMARKS = ["BR", "AU", "IN", "CA", "JP", "NG", "KE", "MX", "GB", "DE", "ZA", "AR"];

function chooseLabels(lowest: readonly Price[], home: string | null, usText: string): MapLabel[] {
  const ends = [lowest[0]?.country, dearestOf(lowest)?.country].filter((code) => code !== undefined && code !== "US");
  const codes = [...new Set([...ends, "US", ...(home ? [home] : []), ...LANDMARKS])];
  return codes.flatMap((code) =>
    code === undefined
      ? []
      : [
          {
            code,
            priority: ends.includes(code) ? 1 : code === "US" || code === home ? 2 : 3,
            ...(code === "US" && { text: usText }),
          } satisfies MapLabel,
        ],
  );
}

/** Each country's lowest price against the US, on the map. Needs a US price. */
export function PriceMap({ page, us }: { page: ProductPage; us: number }) {
  const { product, label, lowest, home, lens, money, context, sources } = page;
  const isTaxFree = lens === "excluded";
  const without = isTaxFree ? ", without tax," : "";
  const finding = `${writeMapFinding(label, lowest, us)}${isTaxFree ? ", without tax" : ""}`;
  const { cheaper, same, dearer } = countAgainstUs(lowest, us);
  const pctOf = ({ country, usd_monthly }: Price) => (country === "US" ? null : differencePct(usd_monthly, us));
  const values = lowest.map((price) => ({
    code: price.country,
    name: countryName(price.country),
    pct: pctOf(price),
    detail: `${priceOf(price, money)} a month${price.currency === money.code && price.period === "monthly" ? "" : ` (${formatBilled(price)})`}`,
    href: toHref(`/countries/${price.country}`, toLensParams(lens)),
  }));
  return (
    <Figure
      finding={finding}
      measure={`Lowest price of one month${without} in ${formatCount(lowest.length)} countries and territories against ${money.price(us)} in the United States, ${writeReadDays(lowest)}.`}
      source={<SourceList sources={sources} />}
      {...figureData(
        context,
        finding,
        {
          api: withTax(`/api/services/${product.slug}`, lens),
          csv: `/api/export?product=${product.slug}&format=csv`,
          json: `/api/export?product=${product.slug}&format=json`,
          note: "It answers with every price of the subscription; the map shows the lowest of each country.",
        },
        sources,
      )}
    >
      <div className="map-bleed">
        <WorldMap
          values={values}
          labels={chooseLabels(lowest, home, money.price(us))}
          tableHref="#prices"
          alt={`World map of the price of ${label} against the United States: ${cheaper.length} countries pay less, ${same.length} about the same, ${dearer.length} more.`}
        />
      </div>
      <div className="map-legend">
        <Ruler
          counted={lowest.flatMap((price) => {
            const pct = pctOf(price);
            return pct === null ? [] : [{ pct, count: 1 }];
          })}
          caption={`Countries by difference from the US price${isTaxFree ? ", both without tax" : ""}`}
          noData={isTaxFree ? "No price collected, or not known without tax" : "No price collected"}
        />
        <p className="map-note">
          <b>What is compared.</b> The lowest price of a month in each country, whatever the store.{" "}
          {isTaxFree ? EX_TAX_CAVEAT : "The US price leaves out sales tax; most others include VAT."}
        </p>
      </div>
    </Figure>
  );
}
