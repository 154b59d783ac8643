import type { Metadata } from "next";
import { MultipliersForm } from "@/components/multipliers/multipliers-form";
import { MultipliersTable } from "@/components/multipliers/multipliers-table";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { Notes } from "@/components/ui/notes";
import { PageHead } from "@/components/ui/page-head";
import { findCategories } from "@/lib/catalogue/categories/data";
import { readCountriesAgainst } from "@/lib/catalogue/countries/base/data";
import { readCountries } from "@/lib/catalogue/countries/data";
import { withIndex } from "@/lib/catalogue/countries/rules";
import { findVersionRates } from "@/lib/catalogue/fx/data";
import { MultipliersQuery } from "@/lib/catalogue/multipliers/page-schema";
import { toFactors } from "@/lib/catalogue/multipliers/rules";
import { categoryName } from "@/lib/catalogue/products/rules";
import { readPageContext } from "@/lib/pages/context";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { readPageQuery, type SearchParams } from "@/lib/pages/query";

type Props = { searchParams: Promise<SearchParams> };

const TITLE = "Price your app by country: what to charge in each";
const DESCRIPTION =
  "Factors on your price for each country, from what digital subscriptions cost there: by the median of all or of one category, with 95% interval and number of products, to copy into App Store Connect and Google Play.";

export const metadata: Metadata = describePage({
  title: TITLE,
  description: DESCRIPTION,
  path: "/multipliers",
  image: "/image/pages/multipliers.png",
});

const CAVEATS = [
  {
    key: "advice",
    fact: "It is what others charge, not advice.",
    meaning: "What buyers in a country pay for your app no list of prices can know.",
  },
  {
    key: "tax",
    fact: "Tax is treated differently.",
    meaning:
      "App Store Connect and Google Play take prices that include tax in most countries, and leave it out in the US and Canada. The list price is what buyers see; without tax is what is left of it.",
  },
  {
    key: "interval",
    fact: "Look at the interval.",
    meaning: "Where it is wide or crosses 1, the factor says little.",
  },
  {
    key: "rates",
    fact: "Exchange rates move factors.",
    meaning: "A factor is of the rates of one day; in a country whose currency falls it is soon too high.",
  },
];

export default async function MultipliersPage({ searchParams }: Props) {
  const given = await searchParams;
  const { query, refused } = readPageQuery(given, MultipliersQuery);
  const version = await readPageVersion(given);
  const { data: categories } = await findCategories(version);
  const isKnown = query.category === undefined || categories.some(({ category }) => category === query.category);
  const shown = isKnown ? query : { ...query, category: undefined };
  const [countries, bases, rates, { context }] = await Promise.all([
    readCountriesAgainst(version, { ...shown, tax: shown.tax ?? "shown" }),
    readCountries(version, "shown"),
    findVersionRates(version),
    readPageContext(version),
  ]);
  const inVain = [...refused, ...(isKnown ? [] : [{ parameter: "category", given: query.category ?? "" }])];
  const factors = toFactors(countries, rates, shown);
  const basisName =
    shown.category === undefined
      ? "Based on all subscriptions in common"
      : `Based on subscriptions in common: ${categoryName(shown.category)}`;
  return (
    <>
      <PageHead
        title={factors.length > 1 ? `What to charge in ${factors.length} countries` : "What to charge by country"}
        deck={DESCRIPTION}
      />
      <RefusedParameters refused={inVain} />
      <MultipliersForm query={shown} countries={withIndex(bases)} categories={categories} />
      <section className="section-near">
        <MultipliersTable
          factors={factors}
          isWithout={countries.some(({ index }) => index === null)}
          query={shown}
          basisName={basisName}
          context={context}
        />
      </section>
      <div className="section">
        <Notes
          title="Before you set a price by it"
          notes={CAVEATS.map(({ key, fact, meaning }) => ({
            key,
            text: (
              <>
                <b>{fact}</b> {meaning}
              </>
            ),
          }))}
        />
      </div>
    </>
  );
}
