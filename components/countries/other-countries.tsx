import { type FigureContext, figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import { AToZList } from "@/components/ui/a-to-z-list";
import { Figure } from "@/components/ui/figure";
import type { Country } from "@/lib/catalogue/countries/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { cheapestByCountry } from "@/lib/catalogue/prices/rules";
import { productLabel } from "@/lib/catalogue/products/rules";
import type { ProductDetail } from "@/lib/catalogue/products/schema";
import { listUsedSources } from "@/lib/dataset/rules";
import { formatCount } from "@/lib/text/format";

export type OtherCountriesProps = {
  countries: readonly Country[];
  /** Product with prices in most countries; its price stands beside each name. */
  product: ProductDetail;
  money: Money;
  context: FigureContext;
};

/** Countries without an index, by name, each with one price. */
export function OtherCountries({ countries, product, money, context }: OtherCountriesProps) {
  if (countries.length === 0) return null;
  const lowest = new Map(cheapestByCountry(product.prices).map((price) => [price.country, price]));
  const shown = countries.flatMap(({ code }) => lowest.get(code) ?? []);
  const used = listUsedSources(shown, context.summary.sources);
  const finding = `The other ${formatCount(countries.length)} countries and territories`;
  return (
    <section className="section">
      <Figure
        finding={finding}
        measure={`Too few products for an index, but every one has at least one price. Shown: ${productLabel(product)}, lowest price of a month, ${money.unit}.`}
        source={<SourceList sources={used} />}
        {...figureData(
          context,
          finding,
          {
            api: `/api/services/${product.slug}`,
            csv: `/api/export?product=${product.slug}&format=csv`,
            json: `/api/export?product=${product.slug}&format=json`,
            note: "It answers with every price of the product; the list shows the lowest of each country without an index.",
          },
          used,
        )}
      >
        <AToZList
          entries={countries.map(({ code, name }) => {
            const usd = lowest.get(code)?.usd_monthly ?? null;
            return { key: code, name, href: `/countries/${code}`, value: usd === null ? "–" : money.amount(usd) };
          })}
        />
      </Figure>
    </section>
  );
}
