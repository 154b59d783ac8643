import type { ReactNode } from "react";
import { PickButton, PickList, type PickListProps } from "@/components/ui/pick-list";
import { SelectField } from "@/components/ui/select-field";
import { VersionField } from "@/components/ui/version-field";
import { MAX_COUNTRIES, MAX_PRODUCTS } from "@/lib/catalogue/compare/schema";
import { toLensParams } from "@/lib/catalogue/tax/lens/rules";
import { countryName } from "@/lib/text/format";
import { COMPARE_PATH } from "./compare-href";
import { ALL_INDEXED, type CompareRequest } from "./request";

const FORM = "pick";

/** Sends the boxes of both lists, wherever they stand on the page. */
export const PickForm = (props: { request: CompareRequest; currency: string | undefined; children?: ReactNode }) => (
  <form
    className="pick-both"
    id={FORM}
    action={COMPARE_PATH}
    method="get"
    autoComplete="off"
    aria-label="What to compare"
  >
    <VersionField />
    {Object.entries({
      // The list of baselines sends it, which a page without subscriptions has not.
      baseline: props.request.products.length === 0 && props.request.all ? props.request.countries[0] : undefined,
      ...toLensParams(props.request.lens ?? "shown"),
      currency: props.currency,
      date: props.request.date,
      order: props.request.view?.isByTotal ? "total" : undefined,
      empty: props.request.view?.hidesEmpty ? "hidden" : undefined,
    }).map(([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />)}
    {props.children}
  </form>
);

type Props = { request: CompareRequest; options: PickListProps["options"] };

export const PickProducts = ({ request, options }: Props) => (
  <PickList
    legend="Subscriptions"
    name="products"
    options={options}
    chosen={request.products}
    max={MAX_PRODUCTS}
    find="Find a subscription"
    form={FORM}
  />
);

export const PickCountries = ({ request, options, indexed }: Props & { indexed: readonly string[] }) => (
  <PickList
    legend="Countries"
    name="countries"
    options={options}
    chosen={request.countries.filter((code) => request.all?.includes(code) !== true)}
    max={MAX_COUNTRIES}
    {...(indexed.length > 1 && {
      all: {
        value: ALL_INDEXED,
        label: `All ${indexed.length} countries with an index`,
        values: indexed,
        isChosen: request.all !== undefined,
      },
    })}
    find={`Find one of ${options.length}`}
    form={FORM}
    hasCountries
  />
);

export const PickBaseline = ({ request: { countries } }: Pick<Props, "request">) =>
  countries.length > 1 && (
    <SelectField
      label="Against"
      name="baseline"
      form={FORM}
      value={countries[0]}
      choices={countries.map((code) => ({ value: code, label: countryName(code) }))}
    />
  );

export const ComparePickButton = ({ request }: { request: CompareRequest }) => (
  <PickButton
    words="Compare {products} in {countries}"
    counts={{ products: request.products.length, countries: request.countries.length }}
    form={FORM}
  />
);
