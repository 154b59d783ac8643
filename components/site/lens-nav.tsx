import { Link } from "@/components/ui/link";
import { LENSES, type Lens } from "@/lib/catalogue/tax/lens/schema";

export const LENS_NAMES: Readonly<Record<Lens, string>> = {
  shown: "List price",
  excluded: "Without tax",
  income: "Share of income",
};

export type LensNavProps = {
  current: Lens;
  hrefOf: (lens: Lens) => string;
};

export const LensNav = ({ current, hrefOf }: LensNavProps) => (
  <nav className="lens" aria-label="How prices are shown">
    {LENSES.map((lens) => (
      <Link key={lens} href={hrefOf(lens)} aria-current={lens === current ? "true" : undefined}>
        {LENS_NAMES[lens]}
      </Link>
    ))}
  </nav>
);
