import { Button } from "@/components/ui/button";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { currencyOf } from "@/lib/contract/currencies";
import { countryInSentence } from "@/lib/text/format";

export type HomeFormProps = {
  country: string;
  /** Neither in the address nor remembered. */
  isGuessed: boolean;
  /** The address names it, as a search does, and it is not the remembered one. */
  isNamed: boolean;
  countries: readonly Choice[];
  /** ISO 4217; the one that is shown. */
  currency: string;
  currencies: readonly Choice[];
  /** Path and query; /preferences returns to it. */
  back: string;
};

/** The country and the currency that everything is compared with. */
export function HomeForm({ country, isGuessed, isNamed, countries, currency, currencies, back }: HomeFormProps) {
  const own = currencyOf(country);
  return (
    <form className="home-form" action="/preferences" method="post" autoComplete="off" data-home="">
      <input type="hidden" name="back" value={back} />
      <SelectField
        label={isNamed ? "Compared with" : isGuessed ? "Your country (guessed from your browser)" : "Your country"}
        name="country"
        choices={countries}
        value={country}
      />
      <SelectField
        label="Show prices in"
        name="currency"
        anyLabel={`The country’s own currency${own === null ? "" : `, ${own}`}`}
        choices={currencies}
        value={currency === own ? "" : currency}
      />
      <Button>
        Use {countryInSentence(country)} and {currency}
      </Button>
      <p className="settings-note">
        Remembered on this device, in a cookie.{" "}
        {!isGuessed && (
          <button className="link-button" type="submit" name="forget" value="1">
            Forget
          </button>
        )}
      </p>
    </form>
  );
}
