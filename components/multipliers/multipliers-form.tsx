import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { SelectField } from "@/components/ui/select-field";
import { VersionField } from "@/components/ui/version-field";
import type { MultipliersQuery } from "@/lib/catalogue/multipliers/page-schema";
import { categoryName } from "@/lib/catalogue/products/rules";

export type MultipliersFormProps = {
  query: MultipliersQuery;
  countries: readonly { country: string; name: string }[];
  categories: readonly { category: string }[];
};

export function MultipliersForm({ query, countries, categories }: MultipliersFormProps) {
  const { base, category, price, tax, round } = query;
  return (
    <form
      className="filters"
      action="/multipliers"
      method="get"
      autoComplete="off"
      aria-label="What the factors rest on"
    >
      <VersionField />
      <SelectField
        label="Price in"
        name="base"
        value={base}
        choices={countries.map(({ country, name }) => ({ value: country, label: name }))}
      />
      <Field label="Your price there" name="price" placeholder="9.99" defaultValue={price} />
      <SelectField
        label="Based on"
        name="category"
        value={category}
        anyLabel="All subscriptions"
        choices={categories.map(({ category: value }) => ({ value, label: categoryName(value) }))}
      />
      <SelectField
        label="Tax"
        name="tax"
        value={tax}
        anyLabel="List price"
        choices={[{ value: "excluded", label: "Without tax" }]}
      />
      <SelectField
        label="Decimals"
        name="round"
        value={String(round)}
        choices={["0", "1", "2", "3", "4"].map((value) => ({ value, label: value }))}
      />
      <div className="filters-actions">
        <Button look="plain">Show</Button>
      </div>
    </form>
  );
}
