import { Pop, type PopChoice, PopChoices } from "@/components/ui/pop";
import type { MonthOfChanges, PriceChangesQuery } from "@/lib/catalogue/prices/list/page-schema";
import { compareNames, countryName, formatCount, formatMonth } from "@/lib/text/format";
import { toChangesHref } from "./changes-href";

type FiltersProps = {
  query: PriceChangesQuery;
  months: readonly MonthOfChanges[];
  counts: { products: ReadonlyMap<string, number>; countries: ReadonlyMap<string, number> };
  label: (slug: string) => string;
  home: string | null;
};

const toMonthChoices = (months: readonly MonthOfChanges[], { product, country }: PriceChangesQuery): PopChoice[] =>
  months.map(({ month, prices }) => ({
    key: month,
    href: toChangesHref({ product, country, month }),
    name: formatMonth(month),
    note: formatCount(prices),
  }));

export function Filters({ query, months, counts, label, home }: FiltersProps) {
  const { month, product, country } = query;
  const all = (name: string, isCurrent: boolean, without: Partial<PriceChangesQuery>): PopChoice => ({
    key: "",
    name,
    isCurrent,
    href: toChangesHref({ month, product, country, ...without }),
  });
  const products = [...counts.products].sort(([a], [b]) => compareNames(label(a), label(b)));
  const countries = [...counts.countries].sort(
    ([a], [b]) => Number(b === home) - Number(a === home) || compareNames(countryName(a), countryName(b)),
  );
  const controls = [
    {
      label: "Month",
      value: month === undefined ? "All months" : formatMonth(month),
      choices: [
        all("All months", month === undefined, { month: undefined }),
        ...toMonthChoices(months, query).map((choice) => ({ ...choice, isCurrent: choice.key === month })),
      ],
    },
    {
      label: "Subscription",
      value: product === undefined ? "All" : label(product),
      choices: [
        all("All subscriptions", product === undefined, { product: undefined }),
        ...products.map(([slug, count]) => ({
          key: slug,
          name: label(slug),
          note: formatCount(count),
          isCurrent: slug === product,
          href: toChangesHref({ month, country, product: slug }),
        })),
      ],
    },
    {
      label: "Country",
      value: country === undefined ? "All" : countryName(country),
      choices: [
        all("All countries", country === undefined, { country: undefined }),
        ...countries.map(([code, count]) => ({
          key: code,
          name: code === home ? `${countryName(code)}, yours` : countryName(code),
          note: formatCount(count),
          isCurrent: code === country,
          href: toChangesHref({ month, product, country: code }),
        })),
      ],
    },
  ];
  return (
    <div className="control-line">
      {controls.map(({ choices, ...control }) => (
        <Pop key={control.label} {...control} title={control.label} group="changes">
          <PopChoices choices={choices} />
        </Pop>
      ))}
    </div>
  );
}
