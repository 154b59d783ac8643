import { type FigureContext, figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import { AToZList } from "@/components/ui/a-to-z-list";
import { Figure } from "@/components/ui/figure";
import type { Country } from "@/lib/catalogue/countries/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { cheapestByCountry } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { productLabel } from "@/lib/catalogue/products/rules";
import type { ProductDetail } from "@/lib/catalogue/products/schema";
import { toLensParams, toTaxParams } from "@/lib/catalogue/tax/lens-rules";
import type { Lens } from "@/lib/catalogue/tax/lens-schema";
import { listUsedSources } from "@/lib/dataset/rules";
import { formatIncomeShare } from "@/lib/findings/lens-rules";
import { toHref } from "@/lib/pages/query";
import { formatCount } from "@/lib/text/format";

export type OtherCountriesProps = {
  countries: readonly Country[];
  product: ProductDetail;
  lens: Lens;
  money: Money;
  context: FigureContext;
};

const UNITS: Record<Lens, (money: Money) => string> = {
  shown: ({ unit }) => unit,
  excluded: ({ unit }) => `${unit}, without tax; – where that is not known`,
  income: () => "percent of a month’s average income; – where that is not known",
};

function writeValue(price: Price | undefined, lens: Lens, money: Money): string {
  if (lens === "income") return price?.income_share_pct == null ? "–" : formatIncomeShare(price.income_share_pct);
  return price?.usd_monthly == null ? "–" : money.amount(price);
}

export function OtherCountries({ countries, product, lens, money, context }: OtherCountriesProps) {
  if (countries.length === 0) return null;
  const lowest = new Map(cheapestByCountry(product.prices).map((price) => [price.country, price]));
  const shown = countries.flatMap(({ country: code }) => lowest.get(code) ?? []);
  const used = listUsedSources(shown, context.summary.sources);
  const finding = `The other ${formatCount(countries.length)} countries and territories`;
  return (
    <section className="section">
      <Figure
        finding={finding}
        measure={`Too few subscriptions for an index, but every one has at least one price. Shown: ${productLabel(product)}, lowest monthly price, ${UNITS[lens](money)}.`}
        source={<SourceList sources={used} />}
        {...figureData(
          context,
          finding,
          {
            api: toHref(`/api/services/${product.product}`, { ...toTaxParams(lens), ...money.params }),
            csv: `/api/export?product=${product.product}&format=csv`,
            json: `/api/export?product=${product.product}&format=json`,
          },
          { path: "/countries", params: toLensParams(lens), anchor: "others" },
          used,
        )}
      >
        <AToZList
          entries={countries.map(({ country: code, name }) => {
            const value = writeValue(lowest.get(code), lens, money);
            return { key: code, name, href: toHref(`/countries/${code}`, toLensParams(lens)), value };
          })}
        />
      </Figure>
    </section>
  );
}
