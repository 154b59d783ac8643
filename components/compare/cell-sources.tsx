import { ChartTable } from "@/components/charts/chart-table";
import { Checked } from "@/components/ui/checked";
import type { Comparison } from "@/lib/compare/schema";
import { sourceOf } from "@/lib/dataset/rules";
import type { EditionSource } from "@/lib/dataset/schema";
import { countryName, formatMoney } from "@/lib/format";
import type { Money } from "@/lib/fx/money";
import { periodName, platformName } from "@/lib/prices/words";

export type CellSourcesProps = {
  comparison: Comparison;
  label: (slug: string) => string;
  money: Money;
  sources: readonly EditionSource[];
  today: string;
};

/** Every price of the matrix with what it is, the day it was verified and where it was read. */
export function CellSources({ comparison, label, money, sources, today }: CellSourcesProps) {
  const prices = comparison.matrix.flatMap(({ cells }) => cells.flatMap((cell) => cell ?? []));
  return (
    <ChartTable
      summary="Each price with its day and source"
      caption="The prices of the comparison, each with platform, billing period, local amount, day of verification and source"
      head={["Product", "Country", "Billed", "Local price", money.monthly, "Verified", "Source"]}
      rows={prices.map((price) => ({
        key: `${price.product} ${price.country}`,
        cells: [
          label(price.product),
          countryName(price.country),
          `${platformName(price.platform)}, ${periodName(price.period)}`,
          formatMoney(price.amount, price.currency),
          price.usd_monthly === null ? "no rate" : money.amount(price.usd_monthly),
          <Checked key="verified" day={price.verified_on} today={today} />,
          <a key="source" href={price.source_url}>
            {sourceOf(price.source_url, sources)?.publisher ?? new URL(price.source_url).hostname}
          </a>,
        ],
      }))}
    />
  );
}
