import type { Metadata } from "next";
import { MultipliersForm } from "@/components/multipliers/multipliers-form";
import { MultipliersTable } from "@/components/multipliers/multipliers-table";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { EmptyState } from "@/components/ui/empty-state";
import { Notes } from "@/components/ui/notes";
import { PageHead } from "@/components/ui/page-head";
import { readCountries } from "@/lib/catalogue/countries/data";
import { withIndex } from "@/lib/catalogue/countries/rules";
import { findMultipliers } from "@/lib/catalogue/multipliers/data";
import { MultipliersQuery } from "@/lib/catalogue/multipliers/page-schema";
import { findNames } from "@/lib/catalogue/search/data";
import { readPageContext } from "@/lib/pages/context";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { readPageQuery, type SearchParams } from "@/lib/pages/query";

type Props = { searchParams: Promise<SearchParams> };

const TITLE = "Price your app by country: what others charge";
const DESCRIPTION =
  "Factors on your price for each country, from what digital subscriptions cost there: by the median, the model or one product, with 95% interval and number of products, to copy into App Store Connect and Google Play.";

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
      "App Store Connect and Google Play take prices that include tax in most countries, and leave it out in the US and Canada. As shown compares the prices as buyers see them; without tax compares what is left of them.",
  },
  {
    key: "interval",
    fact: "Look at the interval.",
    meaning:
      "Where it is wide or crosses 1, the factor says little. Against another base than the US the median has none.",
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
  // The model exists only for prices as shown.
  const isTaxRefused = query.basis === "model" && query.tax !== undefined;
  const shown = isTaxRefused ? { ...query, tax: undefined } : query;
  const asked = { ...shown, tax: shown.tax ?? ("shown" as const) };
  const [found, countries, { products }, { context }] = await Promise.all([
    findMultipliers(version, asked),
    readCountries(version, "shown"),
    findNames(version),
    readPageContext(version),
  ]);
  const labels = new Map(products.map(({ slug, label }) => [slug, label]));
  const label = (slug: string) => labels.get(slug) ?? slug;
  const inVain = [
    ...refused,
    ...(isTaxRefused ? [{ parameter: "tax", given: "excluded, of which the model knows nothing" }] : []),
  ];
  const basisName =
    query.basis === "median"
      ? "By the median of all subscriptions in common"
      : query.basis === "model"
        ? "By the model index, from all prices"
        : `By the price of ${label(query.basis.replace("product:", ""))}`;
  return (
    <>
      <PageHead title="What others charge in each country, as factors on your price" deck={DESCRIPTION} />
      <RefusedParameters refused={inVain} />
      <MultipliersForm query={query} countries={withIndex(countries)} label={label} />
      {"data" in found ? (
        <section className="section-near">
          <MultipliersTable multipliers={found.data} query={shown} basisName={basisName} context={context} />
        </section>
      ) : (
        <EmptyState
          title="There is no such subscription"
          waysOut={[{ href: "/multipliers", text: "Factors by the median of all subscriptions" }]}
        />
      )}
      <section className="section">
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
      </section>
    </>
  );
}
