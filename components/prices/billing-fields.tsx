import { SelectField } from "@/components/ui/select-field";
import { PERIOD_CHOICES, PLATFORM_CHOICES } from "@/lib/catalogue/prices/words";

export type BillingFieldsProps = {
  platform: string | undefined;
  period: string | undefined;
  platforms: readonly string[];
  periods: readonly string[];
};

export function BillingFields({ platform = "", period = "", platforms, periods }: BillingFieldsProps) {
  const sold = PLATFORM_CHOICES.filter(({ value }) => platforms.includes(value));
  const billed = PERIOD_CHOICES.filter(({ value }) => periods.includes(value));
  return (
    <>
      {(sold.length > 1 || platform !== "") && (
        <SelectField label="Platform" name="platform" anyLabel="All platforms" choices={sold} value={platform} />
      )}
      {(billed.length > 1 || period !== "") && (
        <SelectField label="Period" name="period" anyLabel="All periods" choices={billed} value={period} />
      )}
    </>
  );
}
