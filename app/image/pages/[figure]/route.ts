import { writeCredit } from "@/app/image/credit";
import { toIndexBars } from "@/app/image/index-bars";
import { servePictures } from "@/app/image/serve-pictures";
import type { BarRow } from "@/components/pictures/bar-rows";
import { drawCard } from "@/components/pictures/card";
import { colourOf } from "@/components/pictures/palette";
import { readTaxFreeIndex } from "@/lib/catalogue/countries/base/data";
import { readCountries } from "@/lib/catalogue/countries/data";
import { withIndex } from "@/lib/catalogue/countries/rules";
import { differencePct, isSavingTold } from "@/lib/catalogue/prices/rules";
import { readKnownServices } from "@/lib/catalogue/products/against-us/data";
import { productLabel } from "@/lib/catalogue/products/rules";
import { findCoverage } from "@/lib/dataset/coverage-data";
import { tellIndex } from "@/lib/findings/age-rules";
import { writeCoverage } from "@/lib/findings/dataset-rules";
import { TAX_CAVEAT } from "@/lib/findings/lens-rules";
import { writeRankingTitle } from "@/lib/findings/ranking-rules";
import { readPageContext } from "@/lib/pages/context";
import { IMAGES } from "@/lib/pages/share/addresses";
import { countryInSentence, formatPct } from "@/lib/text/format";
import type { Version } from "@/lib/versions/current";

const TITLED = {
  docs: { path: "/docs", finding: "An open API of what digital subscriptions cost, country by country" },
  "docs-errors": { path: "/docs/errors", finding: "Errors of the API, and what to do about each" },
  corrections: { path: "/corrections", finding: "What was wrong, and what stands instead" },
  changes: { path: "/changes", finding: "Price changes of subscriptions, by month, product and country" },
  coverage: { path: "/coverage", finding: "Which subscription has a price where, and why not" },
  versions: { path: "/versions", finding: "Every dataset that was published, with its files" },
  "docs-data": { path: "/docs/data", finding: "Every column of the data, and all of it as files" },
  "docs-time": { path: "/docs/time", finding: "What it cost on any day, and what was answered in any version" },
  "docs-programs": { path: "/docs/programs", finding: "Ask only for what is new, and programs to copy" },
  "docs-changelog": { path: "/docs/changelog", finding: "What the API promises, and what is new" },
  "docs-agents": { path: "/docs/agents", finding: "What a subscription costs, asked by a language model" },
  "docs-methodology": { path: "/docs/methodology", finding: "How the index is computed, and how sure it is" },
  about: { path: "/about", finding: "Where the prices come from, and who may use them" },
};

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = servePictures(IMAGES.page, async (version) => {
  const { context } = await readPageContext(version);
  const measure = writeCoverage(await findCoverage(version));
  const titled = Object.entries(TITLED).map(([name, { path, finding }]) => [
    name,
    () => drawCard({ finding, measure, credit: writeCredit(context, path) }, []),
  ]);
  return {
    ...Object.fromEntries(titled),
    countries: async () => {
      const indexed = withIndex(await readCountries(version, "shown"));
      const title = writeRankingTitle(indexed, "US", await readTaxFreeIndex(version, "US"));
      const finding = indexed.length > 1 ? tellIndex(context.age, context.summary.index_read, title) : measure;
      const caption = {
        finding,
        measure: `Median difference from the US. ${TAX_CAVEAT}`,
        credit: writeCredit(context, "/countries"),
      };
      return drawCard(caption, toIndexBars(indexed));
    },
    services: async () =>
      drawCard(
        {
          finding: measure,
          measure: `Cheapest country against the US. ${TAX_CAVEAT}`,
          credit: writeCredit(context, "/services"),
        },
        await findServiceBars(version, context.age),
      ),
    compare: async () =>
      drawCard(
        {
          finding: "Compare what subscriptions cost across countries",
          measure: `Up to 20 subscriptions in up to 50 countries. Cheapest country against the US. ${TAX_CAVEAT}`,
          credit: writeCredit(context, "/compare"),
        },
        await findServiceBars(version, context.age),
      ),
    multipliers: async () =>
      drawCard(
        {
          finding: "Price factors by country, to set prices by",
          measure: `Median difference from the US. ${TAX_CAVEAT}`,
          credit: writeCredit(context, "/multipliers"),
        },
        toIndexBars(withIndex(await readCountries(version, "shown"))),
      ),
  };
});

/** None while prices are aged: a bar would tell a saving. */
async function findServiceBars(version: Version, age: string | null): Promise<BarRow[]> {
  if (age !== null) return [];
  const services = await readKnownServices(version);
  return services.flatMap(({ us, cheapest, ranking, ...product }) => {
    if (cheapest === null || !isSavingTold(ranking, us, cheapest)) return [];
    const pct = differencePct(cheapest.usd_monthly, us?.usd_monthly);
    if (pct === null) return [];
    const note = `in ${countryInSentence(cheapest.country)}`;
    return [{ name: productLabel(product), value: pct, figure: formatPct(pct), note, colour: colourOf(pct) }];
  });
}
