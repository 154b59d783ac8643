import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { countryName } from "@/lib/format";
import { toHref } from "@/lib/pages/query";
import type { ProductHistory } from "@/lib/prices/history-schema";
import { HISTORY_MAX, toParams } from "@/lib/products/page-query";
import type { ProductPage } from "./model";

/** Countries that have a history, as answers of the form. */
export const toHistoryOptions = (countries: readonly string[]) =>
  countries
    .map((code) => ({ value: code, label: countryName(code), hint: code }))
    .sort((a, b) => a.label.localeCompare(b.label, "en"));

/** Which countries the lines show. */
export function HistoryForm({ page: { product, query }, history }: { page: ProductPage; history: ProductHistory }) {
  const path = `/services/${product.slug}`;
  const shown = history.series.map(({ country }) => country);
  const { history: _, ...kept } = toParams(query);
  return (
    <form className="history-form" action={`${path}#history`} method="get">
      {Object.entries(kept).map(
        ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Combobox
        legend="Countries in the chart"
        name="history"
        addName="add"
        options={toHistoryOptions(history.countries)}
        chosen={shown.map((code) => ({
          value: code,
          removeHref: toHref(
            path,
            { ...kept, history: shown.filter((other) => other !== code).join(",") || undefined },
            "#history",
          ),
        }))}
        max={HISTORY_MAX}
        placeholder="Add a country"
      />
      <Button look="plain">Draw</Button>
    </form>
  );
}
