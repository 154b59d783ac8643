import { Difference } from "@/components/charts/difference";
import { Link } from "@/components/ui/link";
import { RankList } from "@/components/ui/rank-list";
import { medianInterval } from "@/lib/catalogue/countries/rules";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { toLensParams } from "@/lib/catalogue/tax/lens-rules";
import type { Lens } from "@/lib/catalogue/tax/lens-schema";
import { byBurden } from "@/lib/findings/lens-rules";
import { formatTimes } from "@/lib/findings/times-rules";
import { toHref } from "@/lib/pages/query";

type Entries = Parameters<typeof RankList>[0]["entries"];

const toDifferences = (countries: readonly IndexedCountry[], lens: Lens): Entries =>
  countries.map(({ code, name, index }) => ({
    key: code,
    rank: index.rank,
    name,
    href: toHref(`/countries/${code}`, toLensParams(lens)),
    figure: (
      <Difference
        pct={code === "US" ? null : index.pct_vs_us}
        interval={code === "US" ? null : medianInterval(index)}
        shape="wide"
      />
    ),
  }));

const toBurdens = (countries: readonly IndexedCountry[]): Entries =>
  byBurden(countries).map(({ code, name, ratio }, i) => ({
    key: code,
    rank: i + 1,
    name,
    href: toHref(`/countries/${code}`, toLensParams("income")),
    figure: code === "US" ? "the base" : <b>{`${formatTimes(ratio)}\u202f×`}</b>,
  }));

export function Ranking({
  countries,
  lens,
  total,
}: {
  countries: readonly IndexedCountry[];
  lens: Lens;
  total: number;
}) {
  return (
    <section className="section-near" aria-labelledby="ranking">
      <h2 className="visually-hidden" id="ranking">
        The same map in figures
      </h2>
      <p className="measure">
        {lens === "income" ? (
          "What the same subscriptions take of an average income, as a multiple of the US share, the heaviest first."
        ) : (
          <>
            Median difference from the US{lens === "excluded" && " without tax"}; the thin line over each bar is its 95
            {"\u202f"}% interval. Equal medians share a rank; a country whose interval overlaps that of another is not
            called cheaper than it.
          </>
        )}
      </p>
      <RankList entries={lens === "income" ? toBurdens(countries) : toDifferences(countries, lens)} />
      <Link className="more" href={toHref("/countries", toLensParams(lens))}>
        All {total} countries and territories, with how sure each figure is and how many subscriptions it compares
      </Link>
    </section>
  );
}
