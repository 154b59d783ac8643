import type { Metadata } from "next";
import { CoverageKey } from "@/components/coverage/coverage-key";
import { CoverageTable } from "@/components/coverage/coverage-table";
import { figureData } from "@/components/site/figure-data";
import { priceSources, SourceList } from "@/components/site/source-list";
import { AToZList } from "@/components/ui/a-to-z-list";
import { Figure } from "@/components/ui/figure";
import { PageHead } from "@/components/ui/page-head";
import { readCoverage } from "@/lib/catalogue/coverage/data";
import { arrangeCoverage } from "@/lib/catalogue/coverage/matrix-rules";
import { listSourceFacts } from "@/lib/catalogue/sources/data";
import type { SourceRecord } from "@/lib/catalogue/sources/schema";
import { writeAlone, writeCovered, writeUnpriced } from "@/lib/findings/dataset-rules";
import { readPageContext } from "@/lib/pages/context";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import type { SearchParams } from "@/lib/pages/query";
import { countryName, formatDay } from "@/lib/text/format";
import { countNoun } from "@/lib/text/words";

const PATH = "/coverage";
const TITLE = "Coverage: which subscription has a price where, and why not";
const DESCRIPTION =
  "Every subscription by every country with prices: how many prices there are, or why there is none: not collected, not known, no longer sold, another plan only.";
const FILES = { api: "/api/export/coverage.json", csv: "/api/export/coverage.csv", json: "/api/export/coverage.json" };

export const metadata: Metadata = describePage({
  title: TITLE,
  description: DESCRIPTION,
  path: PATH,
  image: "/image/pages/coverage.png",
});

export default async function CoveragePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const asked = await searchParams;
  const version = await readPageVersion(asked);
  const [{ context }, { cells, products }, { data: sources }] = await Promise.all([
    readPageContext(version),
    readCoverage(version),
    listSourceFacts(version, asked),
  ]);
  const { columns, groups, counts, alone } = arrangeCoverage(cells, products);
  const all = groups.flatMap(({ rows }) => rows);
  const priced = new Set(cells.flatMap(({ product, status }) => (status === "priced" ? [product] : [])));
  const unpriced = all.filter(({ product }) => !priced.has(product.slug)).map(({ product }) => product.label);
  const services = new Set(alone.map(({ service }) => service));
  const source = <SourceList sources={priceSources(context.summary.sources)} />;
  return (
    <>
      <PageHead
        title={writeCovered(counts.priced, priced.size * columns.length)}
        deck="Where a subscription has no price in a country, a mark says why. A gap is not a statement that nobody sells it there, unless the mark says so."
      />
      <LateSources sources={sources} />
      {columns.length > 0 && (
        <Figure
          finding={`${countNoun(priced.size, "subscription", "subscriptions")} in ${countNoun(columns.length, "country", "countries")}`}
          measure={`Prices in the dataset of ${formatDay(context.summary.data_date)}. Countries with prices of several services, those with most subscriptions first.${writeUnpriced(unpriced)}`}
          source={source}
          {...figureData(context, TITLE, FILES, { path: PATH, anchor: "matrix" })}
        >
          <CoverageKey counts={counts} />
          <CoverageTable columns={columns} groups={groups} />
        </Figure>
      )}
      {alone.length > 0 && (
        <section className="section">
          <Figure
            finding={writeAlone(
              alone.map(({ country }) => country),
              [...services],
            )}
            measure="How many of its plans have a price there. All other subscriptions were not collected."
            source={source}
            {...figureData(context, TITLE, FILES, { path: PATH, anchor: "alone" })}
          >
            <AToZList
              entries={alone.map(({ country, service, priced, plans }) => ({
                key: country,
                name: countryName(country),
                href: `/countries/${country}`,
                value: `${services.size > 1 ? `${service}, ` : ""}${priced}\u00a0of\u00a0${plans}`,
              }))}
            />
          </Figure>
        </section>
      )}
    </>
  );
}

/** Sources of prices or rates half of which was not read again when it should have been; nothing where all were. */
function LateSources({ sources }: { sources: readonly SourceRecord[] }) {
  const late = sources.filter(({ status }) => status === "late" || status === "silent");
  if (late.length === 0) return null;
  return (
    <section className="section-near" id="late-sources">
      <h2 className="section-title">Sources whose next reading is overdue</h2>
      <ul className="lines">
        {late.map(({ id, name, status, last_read_on, cadence_days }) => (
          <li key={id}>
            {name}, {status}: last read by {formatDay(last_read_on ?? "")}, due every{" "}
            {cadence_days === 1 ? "day" : countNoun(cadence_days ?? 0, "day", "days")}.
          </li>
        ))}
      </ul>
    </section>
  );
}
