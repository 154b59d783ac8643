import { Button } from "@/components/ui/button";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import { ForgetChoices } from "./forget-choices";

export type SettingsProps = {
  /** ISO 4217; a `currency` in the address overrides it. */
  currency: string;
  currencies: readonly Choice[];
  country: string | null;
  countries: readonly Choice[];
  /** Path and query; /preferences returns to it. */
  address: string;
};

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
