import type { UsedSource } from "@/lib/dataset/rules";
import type { SummarySource } from "@/lib/dataset/schema";
import { formatDay, formatDayOfYear } from "@/lib/text/format";

type Listed = { source: SummarySource; from?: string; to?: string };

/** Name of a source without its release, which follows a comma and is shown on the page about sources. */
export const sourceTitle = (name: string): string => name.split(",")[0] ?? name;

const readOn = ({ from, to }: Listed) => {
  if (from === undefined || to === undefined) return "";
  if (from === to) return `, read ${formatDay(to)}`;
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return `, read ${isOneYear ? formatDayOfYear(from) : formatDay(from)} to ${formatDay(to)}`;
};

/** Sources of figures: name, publisher, licence, and days where known. */
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

export const priceSources = (sources: readonly SummarySource[]): Listed[] =>
  sources.filter(({ prices }) => prices > 0).map((source) => ({ source }));

export const rateSources = (sources: readonly SummarySource[]): Listed[] =>
  sources.filter(({ rates }) => rates).map((source) => ({ source }));

/** Checks that a source has prices or exchange rates; those of tax and income are named by their own figures. */
export const isOfPrices = ({ prices, rates }: SummarySource): boolean => prices > 0 || rates;
