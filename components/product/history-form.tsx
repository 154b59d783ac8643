import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { VersionField } from "@/components/ui/version-field";
import type { ProductHistory } from "@/lib/catalogue/prices/history-schema";
import { HISTORY_MAX, toProductParams } from "@/lib/catalogue/products/page-schema";
import { toCountryOptions } from "@/lib/catalogue/search/country-option-rules";
import { toHref } from "@/lib/pages/query";
import type { ProductPage } from "./model";

export function HistoryForm({ page: { product, query }, history }: { page: ProductPage; history: ProductHistory }) {
  const path = `/services/${product.product}`;
  const shown = history.series.map(({ country }) => country);
  const { history: _, ...others } = toProductParams(query);
  return (
    <form className="history-form" action={`${path}#history`} method="get">
      <VersionField />
      {Object.entries(others).map(
        ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Combobox
        legend="Countries in the chart"
        name="history"
        addName="add"
        options={toCountryOptions(history.countries)}
        hasCountries
        chosen={shown.map((code) => ({
          value: code,
          removeHref: toHref(
            path,
            { ...others, history: shown.filter((other) => other !== code).join(",") || undefined },
            "#history",
          ),
        }))}
        max={HISTORY_MAX}
        placeholder="Add a country"
      />
      <Button look="plain">Update chart</Button>
    </form>
  );
}
