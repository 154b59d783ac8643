import type { DotPlotProps, DotPlotRow } from "@/components/charts/dot-plot";
import { groupPricePoints, type PricePoint } from "@/lib/catalogue/prices/points-rules";
import { differencePct, isCompared } from "@/lib/catalogue/prices/rules";
import { priceWord } from "@/lib/catalogue/prices/words";
import { writePointsFinding } from "@/lib/findings/product-rules";
import { writeReadDays } from "@/lib/findings/read-days-rules";
import { countryName, formatCount, formatDay } from "@/lib/text/format";
import { countNoun, countWord, joinWords } from "@/lib/text/words";
import { type ProductPage, toCountryHref } from "./model";

const ALL_UP_TO = 36;
const ENDS = 12;
const MIDDLE = 8;

function thinOut(points: readonly PricePoint[], isAlwaysShown: (point: PricePoint) => boolean): PricePoint[] {
  const every = points.length / MIDDLE;
  const picked = new Set(Array.from({ length: MIDDLE }, (_, i) => Math.floor((i + 0.5) * every)));
  return points.filter((point, i) => picked.has(i) || isAlwaysShown(point));
}

const MOST_NAMED = 6;

/** `Chad, Mali and 12 more; read 29 Sep 2026`: other countries with the same price, and the day of the price. */
function explainPoint({ head, countries }: PricePoint): string {
  const others = countries.filter((country) => country !== head.country).map(countryName);
  const rest = others.length - MOST_NAMED;
  const named = [...others.slice(0, MOST_NAMED), ...(rest > 0 ? [`${rest} more`] : [])];
  return `${named.length > 0 ? `also ${joinWords(named)}; ` : ""}read ${formatDay(head.verified_on)}`;
}

function explainRows(points: readonly PricePoint[]): string {
  const more = Math.max(0, ...points.map(({ countries }) => countries.length - 1));
  if (more === 0) return "One row per country.";
  const others = countNoun(more, "more country", "more countries");
  return `One row per price; “+\u202f${more}” stands for ${others} with the same one.`;
}

/** Cheapest first. `weightOf`: how well known a country's prices are. */
export function describePoints(page: ProductPage, us: number, weightOf: (code: string) => number) {
  const { product, lowest, home, lens, tense, money } = page;
  const rankOf = (code: string) => (code === home ? -2e6 : code === "US" ? -1e6 : -weightOf(code));
  const points = groupPricePoints(lowest, rankOf);
  const otherOf = ({ head }: PricePoint) =>
    product.prices.find(
      (price) =>
        price.country === head.country &&
        price.platform !== head.platform &&
        isCompared(price) &&
        price.usd_monthly !== head.usd_monthly,
    ) ?? null;
  const toRow = (point: PricePoint): DotPlotRow => {
    const { country, usd_monthly } = point.head;
    const other = otherOf(point);
    return {
      key: country,
      label: countryName(country),
      href: toCountryHref(page, country),
      more: point.countries.length - 1,
      detail: explainPoint(point),
      value: money.value(point.head),
      pct: differencePct(usd_monthly, us) ?? 0,
      ...(other !== null && { other: money.value(other) }),
      ...(country === home ? { tone: "you" as const } : country === "US" ? { tone: "base" as const } : {}),
    };
  };
  const isAlwaysShown = ({ head }: PricePoint) => head.country === home || head.country === "US";
  const inner = points.slice(ENDS, -ENDS);
  const middle = thinOut(inner, isAlwaysShown);
  const groups =
    points.length <= ALL_UP_TO
      ? [{ rows: points.map(toRow) }]
      : [
          { rows: points.slice(0, ENDS).map(toRow) },
          {
            before: `${countWord(middle.length)} of the ${formatCount(inner.length)} price points in between`,
            rows: middle.map(toRow),
          },
          { before: "and the dearest", rows: points.slice(-ENDS).map(toRow) },
        ];
  const hasOther = groups.some(({ rows }) => rows.some(({ other }) => other !== undefined));
  const plot: DotPlotProps = {
    groups,
    base: money.value(us),
    currency: money.code,
    ...(hasOther && { otherLabel: "on another platform, where it differs" }),
  };
  return {
    finding: `${writePointsFinding(points, lowest.length, money, tense)}${lens === "excluded" ? ", without tax" : ""}`,
    measure: `Countries by their lowest ${priceWord(lowest)}, ${money.unit}, ${writeReadDays(lowest)}. ${explainRows(points)} Dashed line: the US.`,
    plot,
  };
}
