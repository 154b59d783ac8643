import { listMedians } from "@/components/country/categories";
import { toShares } from "@/components/og/bars";
import { CARD_SIZE, drawCard } from "@/components/og/card";
import { colourOf } from "@/components/og/step-colour";
import { findCategoryMedians } from "@/lib/catalogue/categories/data";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import { formatBilled } from "@/lib/catalogue/prices/words";
import { categoryName, productLabel } from "@/lib/catalogue/products/rules";
import { findDatasetSummary } from "@/lib/dataset/summary-data";
import { writeCountryTitle } from "@/lib/findings/country-rules";
import { formatDay, formatPct } from "@/lib/text/format";
import { readCountry } from "./load";

export const alt = "What digital subscriptions cost in this country, against the United States";
export const size = CARD_SIZE;
export const contentType = "image/png";

/** The card of a country: its title, and its categories where it has an index, else its prices. */
export default async function CountryCard({ params }: { params: Promise<{ code: string }> }) {
  const [{ country, figures }, medians, summary] = await Promise.all([
    readCountry((await params).code),
    findCategoryMedians("shown"),
    findDatasetSummary(),
  ]);
  const money = makeMoney(US_DOLLARS);
  const categories = country.code === "US" ? [] : listMedians({ medians, country });
  const shares = toShares(categories.map(({ pct }) => pct));
  const dearest = Math.max(...figures.first.map(({ price }) => price.usd_monthly ?? 0), 0.01);
  return drawCard({
    kicker: categories.length > 0 ? `${country.name}: medians against the US` : `${country.name}: US dollars a month`,
    finding: writeCountryTitle(country, figures, money),
    foot: `Dataset of ${formatDay(summary.data_date)}, CC BY 4.0`,
    rows:
      categories.length > 0
        ? categories.map(({ category, pct }, i) => ({
            key: category,
            name: categoryName(category),
            share: shares[i] ?? 0,
            figure: formatPct(pct),
            colour: colourOf(pct),
          }))
        : figures.first.map(({ price, pct, ...product }) => ({
            key: `${price.product} ${price.platform} ${price.period}`,
            name: productLabel(product),
            share: (price.usd_monthly ?? 0) / dearest,
            figure: money.price(price.usd_monthly ?? 0),
            ...((price.currency !== "USD" || price.period !== "monthly") && { note: formatBilled(price) }),
            ...(pct !== null && { colour: colourOf(pct) }),
          })),
  });
}
