import { Field } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/filter-form";
import { SelectField } from "@/components/ui/select-field";
import { periodName, platformName } from "@/lib/catalogue/prices/words";
import type { BrowseChoices, BrowseQuery } from "@/lib/catalogue/products/browse-schema";
import { categoryName } from "@/lib/catalogue/products/rules";
import { capitalize } from "@/lib/text/words";
import { BROWSE_PATH } from "./browse-href";

const SORT_LABELS: Readonly<Record<BrowseQuery["sort"], string>> = {
  known: "Well-known first",
  name: "Name",
  cheapest: "Cheapest first",
  spread: "Widest spread first",
  changed: "Last changed first",
};

export function BrowseForm({ query, choices }: { query: BrowseQuery; choices: BrowseChoices }) {
  const isFiltered = [query.q, query.category, query.country, query.platform, query.period].some(Boolean);
  return (
    <FilterForm
      action={BROWSE_PATH}
      label="Filter prices"
      submit="Show"
      keep={{ currency: query.currency, view: query.view === "cards" ? "cards" : undefined }}
      resetHref={isFiltered ? BROWSE_PATH : undefined}
    >
      <Field label="Name" name="q" type="search" defaultValue={query.q} placeholder="Netflix, music, …" />
      <SelectField
        label="Category"
        name="category"
        anyLabel="All categories"
        value={query.category ?? ""}
        choices={choices.categories.map(({ category, products }) => ({
          value: category,
          label: `${categoryName(category)} (${products})`,
        }))}
      />
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
        label="Billed"
        name="period"
        anyLabel="All periods"
        value={query.period ?? ""}
        choices={choices.periods.map((value) => ({ value, label: capitalize(periodName(value)) }))}
      />
      <SelectField
        label="Order"
        name="sort"
        value={query.sort}
        choices={Object.entries(SORT_LABELS).map(([value, label]) => ({ value, label }))}
      />
    </FilterForm>
  );
}
