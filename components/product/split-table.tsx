import { Link } from "@/components/ui/link";
import type { Split } from "@/lib/catalogue/prices/history/change/rules";
import { formatBilled } from "@/lib/catalogue/prices/words";
import type { Period } from "@/lib/contract/codes";
import { countryName, formatDay, formatPct } from "@/lib/text/format";
import { countNoun } from "@/lib/text/words";
import type { CountrySplit } from "./describe-lines";

const MOST_CHANGEOVERS = 3;

const pct = (value: number | null) => (value === null ? "no rate" : formatPct(value, 0));

type ChangeProps = { split: Split; since: string; period: Period };

function Change({ split: { from, to, vendor_changes, changeovers }, since, period }: ChangeProps) {
  return (
    <span className="sub">
      {from.day > since && `since ${formatDay(from.day)}: `}
      {formatBilled({ ...from, period })}
      {(from.amount !== to.amount || from.currency !== to.currency) && ` to ${formatBilled({ ...to, period })}`},{" "}
      {countNoun(vendor_changes, "change", "changes")}
      {changeovers.length > MOST_CHANGEOVERS && `. Currency changed ${changeovers.length} times; the newest`}
      {changeovers.slice(-MOST_CHANGEOVERS).map((changeover) => (
        <span key={changeover.day}>
          . Currency changed from {changeover.from} to {changeover.to}, first seen {formatDay(changeover.day)}
        </span>
      ))}
    </span>
  );
}

export type SplitTableProps = {
  seller: string;
  splits: readonly CountrySplit[];
  from: string;
  /** Last reading of any of the prices, and the day after which exchange rates are held. */
  until: string;
  rateDay: string;
  period: Period;
  /** ISO 4217; currency of the last column. */
  unit: string;
  hrefOf: (country: string) => string;
};

/** Change of each country's price: by the vendor, by the exchange rate, and both together. */
export function SplitTable({ seller, splits, from, until, rateDay, period, unit, hrefOf }: SplitTableProps) {
  return (
    <div>
      <table className="split-table">
        <caption className="measure">
          Change from {formatDay(from)} to {formatDay(until)}
          {splits.some(({ split }) => split.isRateHeld) && `, at exchange rates up to ${formatDay(rateDay)}`}, split:
          what {seller} did, what the exchange rate did, and both together.
        </caption>
        <thead>
          <tr>
            <th scope="col">Country</th>
            <th scope="col" className="end">
              {seller}
            </th>
            <th scope="col" className="end">
              Exchange rate
            </th>
            <th scope="col" className="end">
              {unit === "USD" ? "In dollars" : `In ${unit}`}
            </th>
          </tr>
        </thead>
        <tbody>
          {splits.map(({ country, split }) => (
            <tr key={country} data-country={country}>
              <th scope="row">
                <Link href={hrefOf(country)}>{countryName(country)}</Link>
                <Change split={split} since={from} period={period} />
              </th>
              <td className="end">{pct(split.local_pct)}</td>
              <td className="end">
                {split.from.currency === unit && split.to.currency === unit ? "" : pct(split.fx_pct)}
              </td>
              <td className="end">
                <b>{pct(split.usd_pct)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="split-note">
        The two parts multiply: (1 + local) × (1 + rate) = 1 + {unit === "USD" ? "dollars" : unit}. Where a currency was
        replaced, the new price is measured against the old one at the rates of that day, so a changeover at par counts
        as no change.
      </p>
    </div>
  );
}
