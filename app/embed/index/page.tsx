import { Difference } from "@/components/charts/difference";
import { BURDEN_STEPS, STEPS } from "@/components/charts/scale";
import { ScaleKey } from "@/components/charts/scale-key";
import { BurdenMap } from "@/components/countries/burden-map";
import { IndexMap } from "@/components/countries/index-map";
import { EmbedFrame } from "@/components/embed/embed-frame";
import { chooseBase, readCountriesAgainst, readTaxFreeIndex } from "@/lib/catalogue/countries/base/data";
import { withIndex } from "@/lib/catalogue/countries/rules";
import { readLens, toLensParams, toTaxView } from "@/lib/catalogue/tax/lens/rules";
import { tellIndex } from "@/lib/findings/age-rules";
import { byBurden, writeBurdenTitle, writeExTaxTitle } from "@/lib/findings/lens-rules";
import { writeLead } from "@/lib/findings/ranking-rules";
import { writeReadSpan } from "@/lib/findings/read-days-rules";
import { formatTimes } from "@/lib/findings/times-rules";
import { readPageContext } from "@/lib/pages/context";
import { readPageVersion } from "@/lib/pages/page-version";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { EMBEDS } from "@/lib/pages/share/addresses";
import { baseName } from "@/lib/text/format";

const LISTED = 4;

export default async function IndexEmbed({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const given = await searchParams;
  const { query } = readPageQuery(given, EMBEDS.index.query);
  const version = await readPageVersion(given);
  const lens = readLens(query);
  const base = await chooseBase(version, query.home ?? null);
  const [{ context }, countries] = await Promise.all([
    readPageContext(version),
    readCountriesAgainst(version, { tax: toTaxView(lens), base }),
  ]);
  const indexed = withIndex(countries);
  const isIncome = lens === "income";
  const day = writeReadSpan(context.summary.index_read);
  const finding = isIncome
    ? writeBurdenTitle(indexed, base)
    : lens === "excluded"
      ? writeExTaxTitle(indexed, base)
      : indexed.length > 1
        ? tellIndex(
            context.age,
            context.summary.index_read,
            writeLead(indexed, base, await readTaxFreeIndex(version, base)).join(""),
          )
        : "No country has an index yet";
  const ends = isIncome ? byBurden(indexed) : [...indexed.slice(0, LISTED - 1), ...indexed.slice(-1)];
  return (
    <EmbedFrame
      finding={finding}
      measure={
        isIncome
          ? `Share of income that the same subscriptions take, as a multiple of that in ${baseName(base)}, ${day}.`
          : `Typical difference from ${baseName(base)}${lens === "excluded" ? " without tax" : ""}, ${day}.`
      }
      href={toHref("/countries", { home: query.home, ...toLensParams(lens) }, "#map")}
      context={context}
    >
      {isIncome ? (
        <BurdenMap countries={indexed} base={base} tableHref="#figures" />
      ) : (
        <IndexMap countries={indexed} lens={lens} base={base} tableHref="#figures" />
      )}
      {isIncome ? (
        <ScaleKey
          noData="no index"
          steps={BURDEN_STEPS}
          label={`Colour classes: multiples of the share of income in ${baseName(base)}`}
        />
      ) : (
        <EmbedKey base={base} noData="no index" />
      )}
      <ul className="embed-list is-of-map" id="figures">
        {ends.slice(0, LISTED).map(({ country: code, name, index, ...country }) => (
          <li key={code}>
            <span>{name}</span>
            {"ratio" in country ? (
              <b>{`${formatTimes(Number(country.ratio))} ×`}</b>
            ) : (
              <Difference pct={code === base ? null : index.pct_vs_us} />
            )}
          </li>
        ))}
      </ul>
    </EmbedFrame>
  );
}

const EmbedKey = ({ base, noData }: { base: string; noData: string }) => (
  <p className="embed-key" aria-hidden="true">
    <span>cheaper</span>
    {STEPS.map(({ step }) => (
      <i key={step} data-step={step} />
    ))}
    <span>more expensive than {baseName(base)}</span>
    <span className="embed-key-no-data">
      <i className="hatched" />
      {noData}
    </span>
  </p>
);
