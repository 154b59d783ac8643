import { SelectField } from "@/components/ui/select-field";
import { PERIOD_NAMES, PLATFORM_NAMES } from "@/lib/prices/names";

const toChoices = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** The filters by platform and billing period. */
export function BillingFields(props: { platform: string | undefined; period: string | undefined }) {
  const { platform = "", period = "" } = props;
  return (
    <>
      <SelectField
        label="Platform"
        name="platform"
        anyLabel="All platforms"
        choices={toChoices(PLATFORM_NAMES)}
        value={platform}
      />
      <SelectField
        label="Period"
        name="period"
        anyLabel="All periods"
        choices={toChoices(PERIOD_NAMES)}
        value={period}
      />
    </>
  );
}
