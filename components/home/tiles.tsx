import { Link } from "@/components/ui/link";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { differencePct, isSavingTold } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import type { ProductAgainstUs } from "@/lib/catalogue/products/against-us-data";
import { productLabel } from "@/lib/catalogue/products/rules";
import { countryName, formatPct } from "@/lib/text/format";

export type Tile = Pick<ProductAgainstUs, "slug" | "name" | "plan" | "ranking" | "cheapest"> & { mine: Price | null };

/** Well-known subscriptions with the price in the reader's country and the lowest. */
export const Tiles = ({ tiles, money }: { tiles: readonly Tile[]; money: Money }) => (
  <ul className="tiles">
    {tiles.map(({ slug, mine, ranking, cheapest, ...named }) => {
      const label = productLabel(named);
      const plan = label.startsWith(`${named.name} `) ? label.slice(named.name.length + 1) : "";
      const isTold = isSavingTold(ranking, mine, cheapest);
      const pct = isTold ? differencePct(cheapest?.usd_monthly ?? null, mine?.usd_monthly) : null;
      return (
        <li key={slug}>
          <Link href={`/services/${slug}`}>
            <span className="tile-name">
              <b>{plan ? named.name : label}</b> {plan}
            </span>
            {mine === null ? (
              <span className="tile-none">no price here</span>
            ) : (
              <span className="tile-mine">
                <span className="visually-hidden">you pay </span>
                {money.price(mine)}
              </span>
            )}
            {cheapest?.usd_monthly != null && (
              <span className="tile-lowest">
                {isTold && cheapest.country === mine?.country ? (
                  "nowhere less"
                ) : (
                  <>
                    <span className="wide">lowest </span>
                    <b>{money.price(cheapest)}</b>, {countryName(cheapest.country)}
                  </>
                )}
              </span>
            )}
            {pct !== null && pct < 0 && <span className="tile-pct">{formatPct(pct, 0)}</span>}
          </Link>
        </li>
      );
    })}
  </ul>
);
