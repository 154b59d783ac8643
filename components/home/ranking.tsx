import { Difference } from "@/components/charts/difference";
import { RankList } from "@/components/ui/rank-list";
import { medianInterval } from "@/lib/catalogue/countries/rules";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";

/** Values of the map as a ranking. */
export function Ranking({ countries, total }: { countries: readonly IndexedCountry[]; total: number }) {
  return (
    <section className="section-near" aria-labelledby="ranking">
      <h2 className="visually-hidden" id="ranking">
        The same map in figures
      </h2>
      <p className="measure">
        Median difference from the US; the thin line over each bar is its 95{"\u202f"}% interval. Equal medians share a
        rank; a country whose interval overlaps that of another is not called cheaper than it.
      </p>
      <RankList
        entries={countries.map(({ code, name, index }) => ({
          key: code,
          rank: index.rank,
          name,
          href: `/countries/${code}`,
          figure: (
            <Difference
              pct={code === "US" ? null : index.pct_vs_us}
              interval={code === "US" ? null : medianInterval(index)}
              shape="wide"
            />
          ),
        }))}
      />
      <a className="more" href="/countries">
        All {total} countries and territories, with how sure each figure is and how many products it compares
      </a>
    </section>
  );
}
