import { SelectField } from "@/components/ui/select-field";
import { PERIOD_CHOICES, PLATFORM_CHOICES } from "@/lib/catalogue/prices/words";

export function BillingFields(props: { platform: string | undefined; period: string | undefined }) {
  const { platform = "", period = "" } = props;
  return (
    <>
      <SelectField
        label="Platform"
        name="platform"
        anyLabel="All platforms"
        choices={PLATFORM_CHOICES}
        value={platform}
      />
      <SelectField label="Period" name="period" anyLabel="All periods" choices={PERIOD_CHOICES} value={period} />
    </>
  );
}
