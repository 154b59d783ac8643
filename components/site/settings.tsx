import { Button } from "@/components/ui/button";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { ThemeSwitch } from "@/components/ui/theme-switch";

export type SettingsProps = {
  /** Remembered display currency, ISO 4217; a `currency` in the address overrides it. */
  currency: string;
  /** Currencies with an exchange rate. */
  currencies: readonly Choice[];
  /** Path and query of the page; /preferences returns to it. */
  address: string;
};

/**
 * Display currency and theme, behind the currency's code. A plain form: /preferences stores the choice and returns
 * here.
 */
export function DisplaySettings({ currency, currencies, address }: SettingsProps) {
  const wanted = new URLSearchParams(address.split("?")[1]).get("currency")?.toUpperCase();
  const shown = currencies.find(({ value }) => value === wanted)?.value ?? currency;
  return (
    <details className="settings" data-menu="">
      <summary className="chevron">
        <span className="visually-hidden">Currency and theme. Now </span>
        {shown}
      </summary>
      <div className="settings-panel">
        <form action="/preferences" method="get">
          <input type="hidden" name="back" value={address} />
          <SelectField label="Currency" name="currency" choices={currencies} value={shown} />
          <Button look="plain">Apply</Button>
        </form>
        <ThemeSwitch />
      </div>
    </details>
  );
}
