import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { SelectField } from "@/components/ui/select-field";
import { VersionField } from "@/components/ui/version-field";
import { MAX_COUNTRIES, MAX_PRODUCTS } from "@/lib/catalogue/compare/schema";
import type { Option } from "@/lib/catalogue/search/option-rules";
import { toLensParams } from "@/lib/catalogue/tax/lens-rules";
import { countryName } from "@/lib/text/format";
import { COMPARE_PATH, toCompareHref } from "./compare-href";
import type { CompareRequest } from "./request";

export type CompareFormProps = {
  request: CompareRequest;
  products: readonly Option[];
  countries: readonly Option[];
  currency: string | undefined;
};

const without = (values: readonly string[], value: string) => values.filter((other) => other !== value);

export function CompareForm({ request, products, countries, currency }: CompareFormProps) {
  return (
    <form className="compare-form" data-pick="" action={COMPARE_PATH} method="get" aria-label="What to compare">
      <VersionField />
      {currency !== undefined && <input type="hidden" name="currency" value={currency} />}
      {request.view?.isByTotal && <input type="hidden" name="order" value="total" />}
      {request.view?.hidesEmpty && <input type="hidden" name="empty" value="hidden" />}
      {Object.entries({ ...toLensParams(request.lens ?? "shown"), date: request.date }).map(
        ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Combobox
        key={`products ${request.products.join(",")}`}
        legend="Subscriptions"
        name="products"
        addName="add_product"
        options={products}
        chosen={request.products.map((value) => ({
          value,
          removeHref: toCompareHref({ ...request, products: without(request.products, value) }, currency),
        }))}
        max={MAX_PRODUCTS}
        placeholder="Add a subscription"
      />
      <Combobox
        key={`countries ${request.countries.join(",")}`}
        legend="Countries"
        name="countries"
        addName="add_country"
        options={countries}
        hasCountries
        chosen={request.countries.map((value) => ({
          value,
          removeHref: toCompareHref({ ...request, countries: without(request.countries, value) }, currency),
        }))}
        max={MAX_COUNTRIES}
        placeholder="Add a country"
      />
      <div className="compare-send">
        {request.countries.length > 1 && (
          <SelectField
            label="Against"
            name="baseline"
            value={request.countries[0]}
            choices={request.countries.map((code) => ({ value: code, label: countryName(code) }))}
          />
        )}
        <Button>
          Compare {request.products.length} in {request.countries.length}
        </Button>
      </div>
    </form>
  );
}
