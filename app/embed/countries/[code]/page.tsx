import { loadCountryPage } from "@/app/(site)/countries/[code]/load";
import { stepOf } from "@/components/charts/scale";
import { listMedians } from "@/components/country/categories";
import { EmbedBars } from "@/components/embed/embed-bars";
import { EmbedFrame } from "@/components/embed/embed-frame";
import { categoryName, productLabel } from "@/lib/catalogue/products/rules";
import { ageTense, tellIndex, writeStoresRead } from "@/lib/findings/age-rules";
import { writeCountryTitle } from "@/lib/findings/country-rules";
import { writeExTaxCountryTitle } from "@/lib/findings/lens-rules";
import { writeReadSpan } from "@/lib/findings/read-days-rules";
import { readPageVersion } from "@/lib/pages/page-version";
import { type SearchParams, toHref } from "@/lib/pages/query";
import { formatPct } from "@/lib/text/format";

type Props = { params: Promise<{ code: string }>; searchParams: Promise<SearchParams> };

const SHOWN = 6;
const SHOWN_NARROW = 3;

export default async function CountryEmbed({ params, searchParams }: Props) {
  const { code } = await params;
  const given = await searchParams;
  const { tax } = given;
  const { page } = await loadCountryPage(await readPageVersion(given), code, { tax, currency: "USD" });
  const { country, figures, money, lens, context, sources } = page;
  const isMeasured = country.index !== null && country.country !== "US";
  const day = writeReadSpan(figures.read);
  const categories = isMeasured && lens === "shown" ? listMedians(page) : [];
  const bars =
    categories.length > 0
      ? categories.map(({ category, pct }) => ({
          key: category,
          name: categoryName(category),
          value: pct,
          figure: formatPct(pct),
          step: stepOf(pct),
        }))
      : figures.first.map(({ price, pct, ...product }) => ({
          key: `${price.product} ${price.platform} ${price.period}`,
          name: productLabel(product),
          value: price.usd_monthly ?? 0,
          figure: money.price(price),
          step: country.country === "US" || pct === null ? null : stepOf(pct),
        }));
  return (
    <EmbedFrame
      finding={
        lens === "excluded"
          ? writeExTaxCountryTitle(country)
          : tellIndex(
              context.age,
              figures.read,
              writeCountryTitle(country, figures, money, { tense: ageTense(context.age) }),
            )
      }
      measure={
        isMeasured
          ? `${categories.length > 0 ? "Typical price difference from the US by category" : "Price difference from the US"}, of ${figures.relatives.n_products} subscriptions, in percent${lens === "excluded" ? ", without tax" : ""}, ${day}.`
          : `Prices there, ${money.unit}. ${writeStoresRead(figures.first.slice(0, SHOWN).map(({ price }) => price))}.`
      }
      href={toHref(`/countries/${country.country}`, { tax: page.query.tax })}
      context={context}
      sources={sources}
    >
      <EmbedBars bars={bars.slice(0, SHOWN).map((bar, i) => ({ ...bar, isExtra: i >= SHOWN_NARROW }))} />
    </EmbedFrame>
  );
}
