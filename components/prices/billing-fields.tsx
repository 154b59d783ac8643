import { SelectField } from "@/components/ui/select-field";
import { PERIOD_CHOICES, PLATFORM_CHOICES } from "@/lib/catalogue/prices/words";

export type BillingFieldsProps = {
  platform: string | undefined;
  period: string | undefined;
  /** Prices to choose among: a field offers only what they have, and is left out where they are all alike. */
  among?: readonly { platform: string; period: string }[];
};

export function BillingFields({ platform = "", period = "", among }: BillingFieldsProps) {
  const platforms = PLATFORM_CHOICES.filter(({ value }) => !among || among.some((price) => price.platform === value));
  const periods = PERIOD_CHOICES.filter(({ value }) => !among || among.some((price) => price.period === value));
  return (
    <>
      {(platforms.length > 1 || platform !== "") && (
        <SelectField label="Platform" name="platform" anyLabel="All platforms" choices={platforms} value={platform} />
      )}
      {(periods.length > 1 || period !== "") && (
        <SelectField label="Period" name="period" anyLabel="All periods" choices={periods} value={period} />
      )}
    </>
  );
}
