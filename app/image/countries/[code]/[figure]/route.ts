import { loadCountryPage } from "@/app/(site)/countries/[code]/load";
import { writeCredit } from "@/app/image/credit";
import { servePictures } from "@/app/image/serve-pictures";
import { listMedians } from "@/components/country/categories";
import type { CountryPage } from "@/components/country/model";
import { drawCard } from "@/components/pictures/card";
import { drawDistribution } from "@/components/pictures/distribution-picture";
import { colourOf } from "@/components/pictures/palette";
import { findPen } from "@/components/pictures/pen";
import { drawSheet, innerWidth } from "@/components/pictures/sheet";
import { findCountryFigures } from "@/lib/catalogue/countries/figures/data";
import { formatBilled } from "@/lib/catalogue/prices/words";
import { categoryName, productLabel } from "@/lib/catalogue/products/rules";
import { ageTense, tellIndex, writeStoresRead } from "@/lib/findings/age-rules";
import { writeCountryTitle } from "@/lib/findings/country-rules";
import { writeReadSpan } from "@/lib/findings/read-days-rules";
import { toHref } from "@/lib/pages/query";
import { IMAGES } from "@/lib/pages/share/addresses";
import { formatPct } from "@/lib/text/format";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = servePictures(
  IMAGES.country,
  async (version, { code, tax }) => {
    const upper = code.toUpperCase();
    if ((await findCountryFigures(version, upper, tax ?? "shown")) === null)
      return { kind: "not-found", detail: "There is no country with prices by this code." };
    const [{ page }, pen] = await Promise.all([loadCountryPage(version, upper, { tax }), findPen()]);
    const { country, figures, context, sources } = page;
    return {
      card: () => drawCountryCard(page),
      distribution: async () => {
        const { index } = country;
        if (index === null || upper === "US") return null;
        const caption = {
          ...describeDistribution(page),
          credit: writeCredit(context, toHref(`/countries/${upper}`, { tax }, "#prices"), sources),
        };
        return drawSheet(pen, caption, drawDistribution(pen, figures.bins, innerWidth()));
      },
    };
  },
);

function drawCountryCard(page: CountryPage) {
  const { country, figures, money, context, sources } = page;
  const medians = country.country === "US" ? [] : listMedians(page);
  const categories = medians.map(({ category, pct }) => ({
    name: categoryName(category),
    value: pct,
    figure: formatPct(pct),
    colour: colourOf(pct),
  }));
  const prices = figures.first.map(({ price, pct, ...product }) => ({
    name: productLabel(product),
    value: price.usd_monthly ?? 0,
    figure: money.price(price),
    ...((price.currency !== "USD" || price.period !== "monthly") && { note: formatBilled(price) }),
    ...(pct !== null && { colour: colourOf(pct) }),
  }));
  return drawCard(
    {
      finding: tellIndex(
        context.age,
        figures.read,
        writeCountryTitle(country, figures, money, { tense: ageTense(context.age) }),
      ),
      measure: `${country.name}: ${categories.length > 0 ? "medians against the US, whose prices are before sales tax" : `${money.unit}. ${writeStoresRead(figures.first.map(({ price }) => price))}`}`,
      credit: writeCredit(context, `/countries/${country.country}`, sources),
    },
    categories.length > 0 ? categories : prices,
  );
}

/** The distribution of a country's prices in words, for the page and for pictures of it. */
function describeDistribution({ country, figures, money, lens, context: { age } }: CountryPage) {
  const without = lens === "excluded" ? ", without tax" : "";
  const title = writeCountryTitle(country, figures, money, { tense: ageTense(age) });
  return {
    finding: `${tellIndex(age, figures.read, title)}${without}`,
    measure: `Price difference from the US of each of ${figures.relatives.n_products} subscriptions, same plan, store and period${without}, ${writeReadSpan(figures.read)}.`,
  };
}
