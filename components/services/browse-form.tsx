import { FilterForm } from "@/components/ui/filter-form";
import { SelectField } from "@/components/ui/select-field";
import { periodName, platformName } from "@/lib/catalogue/prices/words";
import type { BrowseChoices, BrowseQuery } from "@/lib/catalogue/products/browse/schema";
import { toHref } from "@/lib/pages/query";
import { capitalize } from "@/lib/text/words";
import { BROWSE_PATH } from "./browse-href";

const SORT_LABELS: Readonly<Record<BrowseQuery["sort"], string>> = {
  known: "Well-known",
  name: "Name",
  mine: "Price in your country",
  cheapest: "Lowest price",
  difference: "Difference from your country",
  highest: "Highest price",
  spread: "Highest against lowest",
  countries: "Most countries",
  changed: "Last change",
};

export function BrowseForm({ query, choices }: { query: BrowseQuery; choices: BrowseChoices }) {
  const isFiltered = [query.country, query.platform, query.period].some(Boolean);
  return (
    <details className="more-filters" open={isFiltered}>
      <summary className="chevron">Country, store, billing period, order</summary>
      <FilterForm
        action={BROWSE_PATH}
        label="Filter prices"
        submit="Show"
        keep={{ currency: query.currency, home: query.home, q: query.q, category: query.category }}
        resetHref={isFiltered ? toHref(BROWSE_PATH, { category: query.category }) : undefined}
      >
        <SelectField
          label="Country"
          name="country"
          anyLabel="Anywhere"
          value={query.country ?? ""}
          choices={choices.countries.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <SelectField
          label="Platform"
          name="platform"
          anyLabel="All platforms"
          value={query.platform ?? ""}
          choices={choices.platforms.map((value) => ({ value, label: capitalize(platformName(value)) }))}
        />
        <SelectField
          label="Billing period"
          name="period"
          anyLabel="All periods"
          value={query.period ?? ""}
          choices={choices.periods.map((value) => ({ value, label: capitalize(periodName(value)) }))}
        />
        <SelectField
          label="Sort by"
          name="sort"
          value={query.sort}
          choices={Object.entries(SORT_LABELS).map(([value, label]) => ({ value, label }))}
        />
      </FilterForm>
    </details>
  );
}
