import Big from "big.js";

/** `factor` units of `from` became one of `to` on `day`. */
type Redenomination = { from: string; to: string; day: string; factor: string };

const EURO_DAY = "1999-01-01";

/**
 * Sources: for the euro, Council Regulation (EC) 2866/98 and those of later countries; for others, central bank
 * notices, as in ISO 4217 amendments.
 */
const REDENOMINATIONS: readonly Redenomination[] = [
  { from: "ATS", to: "EUR", day: EURO_DAY, factor: "13.7603" },
  { from: "BEF", to: "EUR", day: EURO_DAY, factor: "40.3399" },
  { from: "DEM", to: "EUR", day: EURO_DAY, factor: "1.95583" },
  { from: "ESP", to: "EUR", day: EURO_DAY, factor: "166.386" },
  { from: "FIM", to: "EUR", day: EURO_DAY, factor: "5.94573" },
  { from: "FRF", to: "EUR", day: EURO_DAY, factor: "6.55957" },
  { from: "IEP", to: "EUR", day: EURO_DAY, factor: "0.787564" },
  { from: "ITL", to: "EUR", day: EURO_DAY, factor: "1936.27" },
  { from: "LUF", to: "EUR", day: EURO_DAY, factor: "40.3399" },
  { from: "NLG", to: "EUR", day: EURO_DAY, factor: "2.20371" },
  { from: "PTE", to: "EUR", day: EURO_DAY, factor: "200.482" },
  { from: "GRD", to: "EUR", day: "2001-01-01", factor: "340.75" },
  { from: "SIT", to: "EUR", day: "2007-01-01", factor: "239.64" },
  { from: "CYP", to: "EUR", day: "2008-01-01", factor: "0.585274" },
  { from: "MTL", to: "EUR", day: "2008-01-01", factor: "0.4293" },
  { from: "SKK", to: "EUR", day: "2009-01-01", factor: "30.126" },
  { from: "EEK", to: "EUR", day: "2011-01-01", factor: "15.6466" },
  { from: "LVL", to: "EUR", day: "2014-01-01", factor: "0.702804" },
  { from: "LTL", to: "EUR", day: "2015-01-01", factor: "3.4528" },
  { from: "HRK", to: "EUR", day: "2023-01-01", factor: "7.5345" },
  { from: "BGN", to: "EUR", day: "2026-01-01", factor: "1.95583" },
  { from: "BGL", to: "BGN", day: "1999-07-05", factor: "1000" },
  { from: "TRL", to: "TRY", day: "2005-01-01", factor: "1000000" },
  { from: "ROL", to: "RON", day: "2005-07-01", factor: "10000" },
  { from: "AZM", to: "AZN", day: "2006-01-01", factor: "5000" },
  { from: "MZM", to: "MZN", day: "2006-07-01", factor: "1000" },
  { from: "GHC", to: "GHS", day: "2007-07-01", factor: "10000" },
  { from: "VEB", to: "VEF", day: "2008-01-01", factor: "1000" },
  { from: "TMM", to: "TMT", day: "2009-01-01", factor: "5000" },
  { from: "ZMK", to: "ZMW", day: "2013-01-01", factor: "1000" },
  { from: "BYR", to: "BYN", day: "2016-07-01", factor: "10000" },
  { from: "MRO", to: "MRU", day: "2018-01-01", factor: "10" },
  { from: "STD", to: "STN", day: "2018-01-01", factor: "1000" },
  { from: "VEF", to: "VES", day: "2018-08-20", factor: "100000" },
  { from: "VES", to: "VED", day: "2021-10-01", factor: "1000000" },
  { from: "SLL", to: "SLE", day: "2022-07-01", factor: "1000" },
  { from: "ANG", to: "XCG", day: "2025-03-31", factor: "1" },
];

/** Amounts are rounded to hundredths of the new unit. */
const ROUNDING = "0.005";

/** Units of `from` in one of `to`, valid on `day`; null where that is no redenomination. */
export function findRedenomination(from: string, to: string, day: string): Big | null {
  const found = REDENOMINATIONS.find((one) => one.from === from && one.to === to && one.day <= day);
  return found ? new Big(found.factor) : null;
}

/** True for a currency that another one took the place of. */
export const isReplaced = (currency: string, day: string): boolean =>
  REDENOMINATIONS.some((one) => one.from === currency && one.day <= day);

export const isSameRedenominated = (was: number, is: number, factor: Big): boolean =>
  new Big(was).div(factor).minus(is).abs().lte(ROUNDING);

const VALUES = REDENOMINATIONS.map(({ from, to, day, factor }) => `('${from}', '${to}', date '${day}', ${factor})`);

/** SQL of findRedenomination. The arguments are SQL. */
export const redenominationSql = (from: string, to: string, day: string): string =>
  `(SELECT factor FROM (VALUES ${VALUES.join(", ")}) AS redenomination (old_code, new_code, first_day, factor)
    WHERE old_code = ${from} AND new_code = ${to} AND first_day <= ${day})`;

/** True when only the unit of the amount changed. `was` and `is`: column prefixes. */
export const isRedenominatedSql = (was: string, is: string, day: string): string =>
  `CASE WHEN ${was}currency <> ${is}currency THEN coalesce(abs(
    ${was}amount / ${redenominationSql(`${was}currency`, `${is}currency`, day)} - ${is}amount) <= ${ROUNDING}, false) ELSE false END`;
