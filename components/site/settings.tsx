import { Button } from "@/components/ui/button";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { ThemeSwitch } from "@/components/ui/theme-switch";

export type SettingsProps = {
  /** The display currency in force, ISO 4217. */
  currency: string;
  /** Those we have a rate for. */
  currencies: readonly Choice[];
  /** Answers the currency form: remembers the choice and returns to the page it came from. */
  action?: string;
};

/** Display currency and theme, behind the currency's code. */
export function Settings({ currency, currencies, action = "/preferences" }: SettingsProps) {
  return (
    <details className="settings">
      <summary className="chevron">
        <span className="visually-hidden">Currency and theme. Now </span>
        {currency}
      </summary>
      <div className="settings-panel">
        <form action={action} method="get">
          <SelectField label="Currency" name="currency" choices={currencies} value={currency} />
          <Button look="plain">Apply</Button>
        </form>
        <ThemeSwitch />
      </div>
    </details>
  );
}
