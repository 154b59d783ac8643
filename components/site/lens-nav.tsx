import { SiblingNav } from "@/components/ui/sibling-nav";
import { LENSES, type Lens } from "@/lib/catalogue/tax/lens-schema";
import { EX_TAX_CAVEAT, INCOME_CAVEAT, SHOWN_CAVEAT } from "@/lib/findings/lens-rules";

const NAMES: Readonly<Record<Lens, { name: string; fact: string }>> = {
  shown: { name: "As shown", fact: "tax as each price includes it" },
  excluded: { name: "Without tax", fact: "VAT and GST taken out" },
  income: { name: "Of an income", fact: "what it takes of average income" },
};
const CAVEATS: Readonly<Record<Lens, string>> = {
  shown: SHOWN_CAVEAT,
  excluded: EX_TAX_CAVEAT,
  income: INCOME_CAVEAT,
};

export type LensNavProps = {
  current: Lens;
  hrefOf: (lens: Lens) => string;
  hasCaveat?: boolean;
};

export function LensNav({ current, hrefOf, hasCaveat = false }: LensNavProps) {
  return (
    <div className="lens">
      <SiblingNav
        label="How prices are shown"
        siblings={LENSES.map((lens) => ({ ...NAMES[lens], href: hrefOf(lens), isCurrent: lens === current }))}
      />
      {hasCaveat && <p className="measure">{CAVEATS[current]}</p>}
    </div>
  );
}
