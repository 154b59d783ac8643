import { connection } from "next/server";
import { toShares } from "@/components/og/bars";
import { CARD_SIZE, drawCard } from "@/components/og/card";
import { colourOf } from "@/components/og/step-colour";
import { findCountries } from "@/lib/catalogue/countries/data";
import { withIndex } from "@/lib/catalogue/countries/rules";
import { findDatasetSummary } from "@/lib/dataset/summary-data";
import { writeLead } from "@/lib/findings/ranking-rules";
import { formatCount, formatDay, formatPct } from "@/lib/text/format";

export const alt = "Price Atlas: what digital subscriptions cost, country by country";
export const size = CARD_SIZE;
export const contentType = "image/png";

/** The card of the site, and of every page without one of its own: the headline, and both ends of the ranking. */
export default async function SiteCard() {
  await connection();
  const [{ data: countries }, summary] = await Promise.all([findCountries(), findDatasetSummary()]);
  const indexed = withIndex(countries);
  const shown = [...indexed.slice(0, 3), ...indexed.slice(-2)];
  const shares = toShares(shown.map(({ index }) => index.pct_vs_us));
  const facts = `${formatCount(summary.prices)} prices, ${summary.products} products, ${summary.countries} countries and territories`;
  return drawCard({
    kicker: facts,
    finding: indexed.length > 1 ? writeLead(indexed).join("") : "What digital subscriptions cost, country by country",
    foot: `Dataset of ${formatDay(summary.data_date)}, CC BY 4.0`,
    rows: shown.map(({ code, name, index }, i) => ({
      key: code,
      name,
      share: shares[i] ?? 0,
      figure: code === "US" ? "base" : formatPct(index.pct_vs_us),
      colour: colourOf(index.pct_vs_us),
    })),
  });
}
