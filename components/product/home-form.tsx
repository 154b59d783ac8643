import { ForgetChoices } from "@/components/site/forget-choices";
import { Button } from "@/components/ui/button";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { toProductParams } from "@/lib/catalogue/products/page-schema";
import { toHref } from "@/lib/pages/query";
import { toLink } from "@/lib/pages/version-links";
import { compareNames, countryName } from "@/lib/text/format";
import type { ProductPage } from "./model";

export function HomeForm({ page, currencies }: { page: ProductPage; currencies: readonly Choice[] }) {
  const { product, lowest, home, isGuessed, isRemembered, query, money } = page;
  const back = toLink(toHref(`/services/${product.product}`, toProductParams({ ...query, home: undefined })));
  const choices = lowest
    .map(({ country }) => ({ value: country, label: countryName(country) }))
    .sort((a, b) => compareNames(a.label, b.label));
  return (
    <div className="home-form">
      <form action="/preferences" method="get">
        <input type="hidden" name="back" value={back} />
        <SelectField
          label={home !== null && isGuessed ? "Your country (guessed from your browser)" : "Your country"}
          name="country"
          choices={choices}
          value={home ?? ""}
          {...(home === null && { anyLabel: "Choose" })}
        />
        <SelectField label="Currency" name="currency" choices={currencies} value={money.code} />
        <Button>Use these</Button>
      </form>
      <ForgetChoices isRemembered={isRemembered} back={back} />
    </div>
  );
}
