import type { UsedSource } from "@/lib/dataset/rules";
import type { SummarySource } from "@/lib/dataset/schema";
import { formatDay, formatDayOfYear } from "@/lib/text/format";

type Listed = { source: SummarySource; from?: string; to?: string };

/** The edition of a source, which its name ends with after a comma, is told on the page about sources. */
export const sourceTitle = (name: string): string => name.split(",")[0] ?? name;

const readOn = ({ from, to }: Listed) => {
  if (from === undefined || to === undefined) return "";
  if (from === to) return `, read ${formatDay(to)}`;
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return `, read ${isOneYear ? formatDayOfYear(from) : formatDay(from)} to ${formatDay(to)}`;
};

/** Where figures were read: name, publisher, licence, and days where they are known. */
export function SourceList({ sources }: { sources: readonly (Listed | UsedSource)[] }) {
  return (
    <>
      {sources.map((listed, i) => (
        <span key={listed.source.id}>
          {i > 0 && "; "}
          <a href={listed.source.url}>{sourceTitle(listed.source.name)}</a> by {listed.source.publisher},{" "}
          {listed.source.license.replaceAll("-", "\u00a0")}
          {readOn(listed)}
        </span>
      ))}
      .
    </>
  );
}

/** The sources of all prices. */
export const priceSources = (sources: readonly SummarySource[]): Listed[] =>
  sources.filter(({ prices }) => prices > 0).map((source) => ({ source }));

/** The sources of exchange rates. */
export const rateSources = (sources: readonly SummarySource[]): Listed[] =>
  sources.filter(({ rates }) => rates).map((source) => ({ source }));

/** Tells the sources of prices and exchange rates from those of tax and income, which their own figures name. */
export const isOfPrices = ({ prices, rates }: SummarySource): boolean => prices > 0 || rates;
