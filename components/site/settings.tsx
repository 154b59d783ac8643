import { Button } from "@/components/ui/button";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { ThemeSwitch } from "@/components/ui/theme-switch";

export type SettingsProps = {
  /** The remembered display currency, ISO 4217; an address with `currency` goes before it. */
  currency: string;
  /** Those we have a rate for. */
  currencies: readonly Choice[];
  /** Path and query of the page: /preferences returns to it. */
  address: string;
};

/** Display currency and theme, behind the currency's code. A plain form: /preferences remembers and returns here. */
export function DisplaySettings({ currency, currencies, address }: SettingsProps) {
  const asked = new URLSearchParams(address.split("?")[1]).get("currency")?.toUpperCase();
  const shown = currencies.find(({ value }) => value === asked)?.value ?? currency;
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
