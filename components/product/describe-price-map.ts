import type { MapLabel, MapValue } from "@/components/charts/world-map-values";
import { cheapestOf, dearestOf, differencePct } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { formatBilled, priceWord } from "@/lib/catalogue/prices/words";
import { countUnconverted } from "@/lib/findings/day-rules";
import { countAgainst, type ProductBase, writeMapFinding } from "@/lib/findings/product-rules";
import { writeReadDays } from "@/lib/findings/read-days-rules";
import { isAcrossTaxLine } from "@/lib/findings/tax-line-rules";
import { countryInSentence, countryName, formatCount, formatDay } from "@/lib/text/format";
import { type ProductPage, priceOf, toCountryHref } from "./model";

const LANDMARKS = ["BR", "AU", "IN", "CA", "JP", "NG", "KE", "MX", "GB", "DE", "ZA", "AR"];

function chooseLabels(lowest: readonly Price[], base: string, text: string): MapLabel[] {
  const ends = [cheapestOf(lowest)?.country, dearestOf(lowest)?.country].filter(
    (code) => code !== undefined && code !== base,
  );
  const codes = [...new Set([...ends, base, "US", ...LANDMARKS])];
  return codes.flatMap((code) =>
    code === undefined
      ? []
      : [
          {
            code,
            priority: ends.includes(code) ? 1 : code === "US" || code === base ? 2 : 3,
            ...(code === base && { text }),
          } satisfies MapLabel,
        ],
  );
}

export function describePriceMap(page: ProductPage, base: ProductBase) {
  const { product, label, lowest, ranked, lens, told, money } = page;
  const isAcross = ranked.some(({ country }) => isAcrossTaxLine(country, base.country));
  const tax = lens === "excluded" || !isAcross ? "" : " US and Canadian prices are before sales tax.";
  const isTaxFree = lens === "excluded";
  const { cheaper, same, dearer } = countAgainst(ranked, base);
  const pctOf = ({ country, usd_monthly }: Price) =>
    country === base.country ? null : differencePct(usd_monthly, base.usd);
  const values = ranked.map(
    (price): MapValue => ({
      code: price.country,
      name: countryName(price.country),
      pct: pctOf(price),
      detail: `${priceOf(price, money)} a month${price.currency === money.code && price.period === "monthly" ? "" : ` (${formatBilled(price)})`}, read ${formatDay(price.verified_on)}`,
      href: toCountryHref(page, price.country),
    }),
  );
  return {
    finding: `${writeMapFinding(label, lowest, base, told, countUnconverted(product.prices) === 0 ? "all" : "converted")}${isTaxFree ? ", without tax" : ""}`,
    measure: `Lowest monthly ${priceWord(ranked)}${isTaxFree ? ", without tax," : ""} in ${formatCount(ranked.length)} countries and territories against ${money.price(base.usd)} in ${countryInSentence(base.country)}, ${writeReadDays(ranked)}.${tax}`,
    noData: isTaxFree ? "No ranked price, or not known without tax" : "No ranked price",
    alt: `World map of the price of ${label} against ${countryInSentence(base.country)}: ${cheaper.length} countries have it for less, ${same.length} about the same, ${dearer.length} more.`,
    values,
    labels: chooseLabels(ranked, base.country, money.price(base.usd)),
  };
}
