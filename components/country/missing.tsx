import { Link } from "@/components/ui/link";
import { writeMissing } from "@/lib/findings/country-rules";
import { formatCount } from "@/lib/text/format";

/** Subscriptions of other countries that have no price here. `names`: well-known ones first. */
export function MissingPrices({ names, count }: { names: readonly string[]; count: number }) {
  if (count === 0) return null;
  return (
    <section className="missing" aria-labelledby="missing">
      <h2 className="finding finding-sub" id="missing">
        {count === 1 ? "One subscription has" : `${formatCount(count)} subscriptions have`} no price here yet
      </h2>
      <p>
        {writeMissing(names, count)} {count === 1 ? "has" : "have"} prices in other countries.{" "}
        <Link href="/coverage">What is collected where</Link>
      </p>
    </section>
  );
}
