import type { Lens } from "@/lib/catalogue/tax/lens/schema";
import type { UsedSource } from "@/lib/dataset/rules";
import type { SummarySource } from "@/lib/dataset/schema";
import { formatDay, formatDayOfYear } from "@/lib/text/format";

type Listed = { source: SummarySource; from?: string; to?: string };

/** Name without its release, which follows a comma. */
export const sourceTitle = (name: string): string => name.split(",")[0] ?? name;

const readOn = ({ from, to }: Listed) => {
  if (from === undefined || to === undefined) return "";
  if (from === to) return `, read ${formatDay(to)}`;
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return `, read ${isOneYear ? formatDayOfYear(from) : formatDay(from)} to ${formatDay(to)}`;
};

const OF_LENS: Record<Exclude<Lens, "shown">, { what: string; name: string }> = {
  excluded: { what: "Tax rates", name: "their sources" },
  income: { what: "Income", name: "World Bank" },
};

export type SourceListProps = {
  sources: readonly (Listed | UsedSource)[];
  lens?: Lens;
};

export function SourceList({ sources, lens = "shown" }: SourceListProps) {
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
      {lens !== "shown" && (
        <>
          {" "}
          {OF_LENS[lens].what}: <a href="/about#sources">{OF_LENS[lens].name}</a>.
        </>
      )}
    </>
  );
}

export const priceSources = (sources: readonly SummarySource[]): Listed[] =>
  sources.filter(({ prices }) => prices > 0).map((source) => ({ source }));

export const rateSources = (sources: readonly SummarySource[]): Listed[] =>
  sources.filter(({ rates }) => rates).map((source) => ({ source }));

/** Sources of tax and income are named by their own figures. */
export const isOfPrices = ({ prices, rates }: SummarySource): boolean => prices > 0 || rates;
