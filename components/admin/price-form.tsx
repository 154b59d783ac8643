import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import { periodName, platformName } from "@/lib/catalogue/prices/words";
import { PERIODS, PLACE_CODES, PLATFORMS } from "@/lib/contract/codes";
import { WAYS } from "@/lib/desk/reports/form/schema";
import { REASON_NAMES } from "@/lib/desk/verify/schema";
import { compareNames, countryName } from "@/lib/text/format";
import { capitalize } from "@/lib/text/words";
import { ActionButton } from "./action-button";
import { ActionDetails, ActionField, ActionSeen, ActionSelect, ActionTextArea } from "./action-fields";
import { ActionForm } from "./action-form";
import { ProductFields } from "./product-forms";

export type FilledIn = {
  product?: string | undefined;
  country?: string | undefined;
  store?: string | undefined;
  period?: string | undefined;
  address?: string | undefined;
  day: string;
  source?: string | undefined;
};

type PriceEntryFormProps = {
  action: FormAction;
  filledIn: FilledIn;
  /** Labels. */
  products: readonly string[];
  categories: readonly { value: string; label: string }[];
  sources: readonly { id: string; name: string }[];
  saved: number;
};

const toChoices = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const COUNTRIES = PLACE_CODES.map((code) => ({ value: code, label: countryName(code) })).sort((a, b) =>
  compareNames(a.label, b.label),
);

export function PriceEntryForm({ action, filledIn, products, categories, sources, saved }: PriceEntryFormProps) {
  const { product, country, store, period, address, day, source } = filledIn;
  return (
    <ActionForm
      action={action}
      hidden={{ saved: String(saved) }}
      label="One price"
      focuses={product && country ? "input[name=amount]" : "input:not([type=hidden])"}
    >
      <ActionSeen />
      <div className="field-grid">
        <ActionField
          label="Product"
          name="product"
          defaultValue={product}
          suggestions={products}
          autoComplete="off"
          isRequired
        />
        <ActionSelect label="Country" name="country" choices={COUNTRIES} value={country ?? ""} anyLabel="Choose one" />
        <ActionSelect
          label="Store"
          name="store"
          choices={PLATFORMS.map((value) => ({ value, label: capitalize(platformName(value)) }))}
          value={store ?? "web"}
        />
        <ActionSelect
          label="Period"
          name="period"
          choices={PERIODS.map((value) => ({ value, label: capitalize(periodName(value)) }))}
          value={period ?? ""}
          anyLabel="As the amount says"
        />
        <ActionField label="Amount" name="amount" hint="As the page prints it: 1.700,00 ₺ / month" autoComplete="off" />
        <ActionField
          label="Address of the page"
          name="source_url"
          defaultValue={address}
          placeholder="https://"
          isRequired
          isWide
        />
        <ActionField label="Currency" name="currency" hint="Only where the amount does not say it" />
        <ActionField label="Day you read it" name="day" type="date" defaultValue={day} isRequired />
        <ActionSelect
          label="Source"
          name="source"
          choices={sources.map(({ id, name }) => ({ value: id, label: name }))}
          value={source ?? ""}
          anyLabel="Read at the desk"
        />
        <ActionSelect label="What to do" name="way" choices={toChoices(WAYS)} value="amount" />
        <ActionSelect label="If the reading on record was wrong: why" name="reason" choices={toChoices(REASON_NAMES)} />
      </div>
      <ActionDetails
        summary="Not in the list: a new product"
        names={["product", "plan", "category", "vendor", "website"]}
      >
        <div className="field-grid">
          <ProductFields categories={categories} product={null} areNeeded={false} />
        </div>
      </ActionDetails>
      <ActionTextArea label="And why in public words" name="note" maxLength={500} rows={2} />
      <ActionButton>Save</ActionButton>
    </ActionForm>
  );
}
