import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { VersionField } from "@/components/ui/version-field";
import { toHref } from "@/lib/pages/query";
import { formatDay } from "@/lib/text/format";

export type DayChoiceProps = {
  /** Undefined for the latest. */
  day: string | undefined;
  /** Day of its exchange rates. */
  rateDay?: string | null;
  /** First and last day that can be chosen. */
  days: { first: string; last: string };
  path: string;
  /** Parameters that another day keeps; lists start at page one again. */
  params: Parameters<typeof toHref>[1];
};

/**
 * Says which day's prices a page shows, and leads to the latest; and a form that chooses a day. Scripts add a slider over
 * all days (components/client/day-slider.ts).
 */
export const DayChoice = (props: DayChoiceProps) => (
  <div className="day-choice">
    <DayNotice {...props} />
    <DayForm {...props} />
  </div>
);

/** Nothing for the latest day. */
export function DayNotice({ day, rateDay = day, path, params }: DayChoiceProps) {
  if (day === undefined) return null;
  const { date: _, page: __, ...others } = params;
  return (
    <Notice>
      <p>
        Prices as they were listed on <b>{formatDay(day)}</b>, as far as it is known now, at the exchange rates of{" "}
        {rateDay != null && rateDay !== day ? `${formatDay(rateDay)}, the last before it` : "that day"}.{" "}
        <Link href={toHref(path, others)}>Show the latest prices</Link>
      </p>
    </Notice>
  );
}

export function DayForm({ day, days, path, params }: DayChoiceProps) {
  const { date: _, page: __, ...others } = params;
  return (
    <form
      className="day-form"
      action={path}
      method="get"
      autoComplete="off"
      aria-label="Prices on another date"
      data-day-form
    >
      <VersionField />
      {Object.entries(others).map(
        ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Field label="Date" name="date" type="date" defaultValue={day} min={days.first} max={days.last} />
      <Button look="plain">Show</Button>
    </form>
  );
}
