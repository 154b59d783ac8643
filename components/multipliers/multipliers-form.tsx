import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { SelectField } from "@/components/ui/select-field";
import { VersionField } from "@/components/ui/version-field";
import type { MultipliersQuery } from "@/lib/catalogue/multipliers/page-schema";
import { KNOWN_SERVICES } from "@/lib/catalogue/products/known-rules";

const INDEX_BASES = [
  { value: "median", label: "Median index" },
  { value: "model", label: "Model index" },
];

export type MultipliersFormProps = {
  query: MultipliersQuery;
  countries: readonly { code: string; name: string }[];
  label: (slug: string) => string;
};

export function MultipliersForm({ query, countries, label }: MultipliersFormProps) {
  const { base, basis, price, tax, round } = query;
  const products = KNOWN_SERVICES.map((slug) => ({ value: `product:${slug}`, label: label(slug) }));
  const bases = [...INDEX_BASES, ...products];
  const other = bases.some(({ value }) => value === basis) ? [] : [{ value: basis, label: basis }];
  return (
    <form className="filters" action="/multipliers" method="get" aria-label="What the factors rest on">
      <VersionField />
      <SelectField
        label="Price in"
        name="base"
        value={base}
        choices={countries.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <Field label="Your price there" name="price" placeholder="9.99" defaultValue={price} />
      <SelectField label="By" name="basis" value={basis} choices={[...bases, ...other]} />
      <SelectField
        label="Tax"
        name="tax"
        value={tax}
        anyLabel="As shown"
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
