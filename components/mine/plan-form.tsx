import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Pop } from "@/components/ui/pop";
import { SelectField } from "@/components/ui/select-field";
import type { OwnedSubscription } from "@/lib/catalogue/mine/schema";
import { billingName, formatBilled } from "@/lib/catalogue/prices/words";
import { type ListState, MineForm } from "./mine-form";

/** Store and billing period of a subscription, what its reader pays, and the way out of the list. */
export function PlanForm({ owned, state, currency }: { owned: OwnedSubscription; state: ListState; currency: string }) {
  const { subscription, label, choices } = owned;
  const { product, platform, period, paid } = subscription;
  const billed = platform && period ? `${platform}.${period}` : "";
  const listed = choices.map((price) => ({
    value: `${price.platform}.${price.period}`,
    label: `${billingName(price)}, ${formatBilled(price)}`,
  }));
  const isListed = billed === "" || listed.some(({ value }) => value === billed);
  const unlisted =
    !isListed && platform && period
      ? [{ value: billed, label: `${billingName({ platform, period })}, no price here` }]
      : [];
  return (
    <Pop
      value={
        <>
          Change<span className="visually-hidden"> {label}</span>
        </>
      }
      title={label}
      group="plans"
      look="end"
    >
      <MineForm state={state} label={`Plan of ${label}`}>
        <SelectField
          label="Store and billing"
          name="billed"
          value={billed}
          anyLabel="The lowest price"
          choices={[...listed, ...unlisted]}
        />
        <Field
          label={`I pay, in ${paid?.currency ?? currency}`}
          name="paid"
          defaultValue={paid && String(paid.amount)}
          hint="A payment of the billing chosen above, else a month. Empty: the listed price."
        />
        <input type="hidden" name="currency" value={paid?.currency ?? currency} />
        <p className="mine-actions">
          <Button look="plain" name="plan" value={product}>
            Save
          </Button>{" "}
          <button className="link-button" type="submit" name="remove" value={product}>
            Remove it
          </button>
        </p>
      </MineForm>
    </Pop>
  );
}
