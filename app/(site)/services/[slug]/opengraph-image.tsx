import { CARD_SIZE, drawCard } from "@/components/og/card";
import { colourOf } from "@/components/og/step-colour";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import { cheapestByCountry, dearestOf, differencePct } from "@/lib/catalogue/prices/rules";
import { formatBilled } from "@/lib/catalogue/prices/words";
import { categoryName, productLabel } from "@/lib/catalogue/products/rules";
import { findDatasetSummary } from "@/lib/dataset/summary-data";
import { writeProductTitle } from "@/lib/findings/product-rules";
import { countryName, formatDay } from "@/lib/text/format";
import { readProduct } from "./load";

export const alt = "What this service costs in several countries";
export const size = CARD_SIZE;
export const contentType = "image/png";

/** Countries to fill the card with, between the cheapest and the dearest. */
const KNOWN = ["US", "GB", "DE", "IN", "BR", "JP"];
const SHOWN = 5;

/** The card of a product: its title, and the price in a few countries. */
export default async function ProductCard({ params }: { params: Promise<{ slug: string }> }) {
  const [product, summary] = await Promise.all([readProduct((await params).slug), findDatasetSummary()]);
  const label = productLabel(product);
  const money = makeMoney(US_DOLLARS);
  const lowest = cheapestByCountry(product.prices);
  const dearest = dearestOf(lowest);
  const codes = [lowest[0]?.country, dearest?.country, ...KNOWN];
  const chosen = new Set(
    [...new Set(codes)].filter((code) => lowest.some(({ country }) => country === code)).slice(0, SHOWN),
  );
  const us = lowest.find(({ country }) => country === "US")?.usd_monthly;
  const highest = dearest?.usd_monthly ?? 1;
  return drawCard({
    kicker: `${label}: ${categoryName(product.category)}, US dollars a month`,
    finding: writeProductTitle(label, lowest, money),
    foot: `Dataset of ${formatDay(summary.data_date)}, CC BY 4.0`,
    rows: lowest
      .filter(({ country }) => chosen.has(country))
      .map((price) => {
        const { country, usd_monthly } = price;
        const pct = differencePct(usd_monthly, us);
        return {
          key: country,
          name: countryName(country),
          share: (usd_monthly ?? 0) / highest,
          figure: money.price(usd_monthly ?? 0),
          ...((price.currency !== "USD" || price.period !== "monthly") && { note: formatBilled(price) }),
          ...(pct !== null && { colour: colourOf(pct) }),
        };
      }),
  });
}
