import { Link } from "@/components/ui/link";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import type { Ranking } from "@/lib/catalogue/prices/ranking/rules";
import { differencePct, isSavingTold } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { listMarks, storeName } from "@/lib/catalogue/prices/words";
import type { ProductAgainstUs } from "@/lib/catalogue/products/against-us/schema";
import { productLabel } from "@/lib/catalogue/products/rules";
import { inMonths } from "@/lib/findings/age-rules";
import { writeBeforeTax } from "@/lib/findings/tax-line-rules";
import { countryName, formatMonth, formatPct } from "@/lib/text/format";

export type Tile = Pick<ProductAgainstUs, "slug" | "name" | "plan" | "website" | "ranking" | "cheapest"> & {
  mine: Price | null;
};

const LOWEST: Readonly<Record<Ranking, string>> = {
  certain: "lowest",
  uncertain: "lowest",
  last_seen: "last seen",
  none: "lowest",
};

/** Store of the reader's price, else that of the lowest. */
const nameStore = (mine: Price | null, cheapest: Price | null, website: string | null): string => {
  const price = mine ?? cheapest;
  return price === null ? "" : storeName(price.platform, website);
};

/** `, App Store, far below the rest`: another store than that of the reader's price, and what keeps a price from being plain. */
const writeLowestNote = (cheapest: Price, mine: Price | null, website: string | null): string => {
  const store = mine !== null && mine.platform !== cheapest.platform ? [storeName(cheapest.platform, website)] : [];
  return [...store, ...listMarks(cheapest)].map((word) => `, ${word}`).join("");
};

const monthOf = ({ verified_on }: Price): string => formatMonth(verified_on.slice(0, 7));

type TilesProps = {
  tiles: readonly Tile[];
  money: Money;
  /** See isAged: no difference is told as a saving. */
  isAged: boolean;
};

/** Well-known subscriptions with the price in the reader's country and the lowest. */
export const Tiles = ({ tiles, money, isAged }: TilesProps) => {
  // One month stands above the tiles already.
  const areMonthsTold = new Set(tiles.flatMap(({ mine }) => (mine ? monthOf(mine) : []))).size > 1;
  return (
    <ul className="tiles">
      {tiles.map(({ slug, mine, ranking, cheapest, website, ...named }) => {
        const label = productLabel(named);
        const plan = label.startsWith(`${named.name} `) ? label.slice(named.name.length + 1) : "";
        const isTold = isSavingTold(ranking, mine, cheapest);
        const pct = isTold ? differencePct(cheapest?.usd_monthly ?? null, mine?.usd_monthly) : null;
        return (
          <li key={slug}>
            <Link href={`/services/${slug}`}>
              <span className="tile-name">
                <b>{plan ? named.name : label}</b>{" "}
                {[plan, nameStore(mine, cheapest, website), areMonthsTold && mine && monthOf(mine)]
                  .filter(Boolean)
                  .join(", ")}
              </span>
              {mine === null ? (
                <span className="tile-none">no price here</span>
              ) : (
                <span className="tile-mine">{money.price(mine)}</span>
              )}
              {cheapest?.usd_monthly != null && (
                <span className="tile-lowest">
                  {isTold && cheapest.country === mine?.country ? (
                    "nowhere less"
                  ) : (
                    <>
                      <span className="wide">{LOWEST[ranking]} </span>
                      <b>{money.price(cheapest)}</b>, {countryName(cheapest.country)}
                      {mine !== null && writeBeforeTax(cheapest.country, mine.country)}
                      {ranking === "last_seen" && `, ${inMonths([cheapest])}`}
                      {ranking === "uncertain" ? ", uncertain" : writeLowestNote(cheapest, mine, website)}
                    </>
                  )}
                </span>
              )}
              {pct !== null && pct < 0 && !isAged && <span className="tile-pct">{formatPct(pct, 0)}</span>}
            </Link>
          </li>
        );
      })}
    </ul>
  );
};
