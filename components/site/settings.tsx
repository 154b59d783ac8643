import { Button } from "@/components/ui/button";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import { ForgetChoices } from "./forget-choices";

export type SettingsProps = {
  /** Remembered display currency, ISO 4217; a `currency` in the address overrides it. */
  currency: string;
  /** Currencies with an exchange rate. */
  currencies: readonly Choice[];
  /** Remembered country; null when none was chosen. */
  country: string | null;
  /** Countries with a price. */
  countries: readonly Choice[];
  /** Path and query of the page; /preferences returns to it. */
  address: string;
};

/**
 * Country, display currency and theme, behind the currency's code. A plain form: /preferences stores the choice and
 * returns here.
 */
export function DisplaySettings({ currency, currencies, country, countries, address }: SettingsProps) {
  const wanted = new URLSearchParams(address.split("?")[1]).get("currency")?.toUpperCase();
  const shown = currencies.find(({ value }) => value === wanted)?.value ?? currency;
  return (
    <details className="settings" data-menu="">
      <summary className="chevron">
        <span className="visually-hidden">Country, currency and theme. Now </span>
        {country === null ? "" : `${country}\u00a0·\u00a0`}
        {shown}
      </summary>
      <div className="settings-panel">
        <form action="/preferences" method="get">
          <input type="hidden" name="back" value={address} />
          <SelectField
            label="My country"
            name="country"
            anyLabel="Not chosen"
            choices={countries}
            value={country ?? ""}
          />
          <SelectField label="Currency" name="currency" choices={currencies} value={shown} />
          <Button look="plain">Apply</Button>
        </form>
        <ForgetChoices isRemembered={country !== null} back={address} />
        <ThemeSwitch />
      </div>
    </details>
  );
}
