import { DataTable } from "@/components/ui/data-table";
import { inMonths } from "@/lib/findings/age-rules";
import { writeLastSeen } from "@/lib/findings/told-rules";
import { countryInSentence } from "@/lib/text/format";
import type { CountryPage } from "./model";
import { makeCountryColumns } from "./prices-table";

/** Prices of the country that were read long before those of the same subscription elsewhere: dated, and ranked nowhere. */
export function CountryLastSeen({ page }: { page: CountryPage }) {
  const prices = page.lastSeen.map(({ price }) => price);
  if (prices.length === 0) return null;
  return (
    <details className="last-seen" open={page.query.q !== undefined}>
      <summary className="chevron">{writeLastSeen(prices, { one: "more price", many: "more prices" })}</summary>
      <DataTable
        caption={`Prices in ${countryInSentence(page.country.country)} that were last seen ${inMonths(prices)}`}
        columns={makeCountryColumns({ ...page, isOwn: false })
          .filter(({ key }) => key !== "vs")
          .map(({ sort: _, ...column }) => column)}
        rows={page.lastSeen}
        rowKey={({ price }) => `${price.product} ${price.platform} ${price.period}`}
      />
    </details>
  );
}
