import type { Metadata } from "next";
import { About } from "@/components/product/about";
import { ProductFacts } from "@/components/product/facts";
import { History } from "@/components/product/history";
import { Plans } from "@/components/product/plans";
import { PriceMap } from "@/components/product/price-map";
import { PricePoints } from "@/components/product/price-points";
import { ProductPricesTable } from "@/components/product/prices-table";
import { toProductData } from "@/components/product/structured-data";
import { JsonLd } from "@/components/site/json-ld";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { PageHead } from "@/components/ui/page-head";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import { cheapestByCountry } from "@/lib/catalogue/prices/rules";
import { findPlansOf } from "@/lib/catalogue/products/against-us-data";
import { categoryName, productLabel } from "@/lib/catalogue/products/rules";
import type { ProductDetail } from "@/lib/catalogue/products/schema";
import { writeEndedDeck, writeProductDeck, writeProductTitle } from "@/lib/findings/product-rules";
import type { SearchParams } from "@/lib/pages/query";
import { toDataset } from "@/lib/pages/structured-data";
import { loadProductPage, readProduct } from "./load";
import { loadHistory } from "./load-history";

type Props = { params: Promise<{ slug: string }>; searchParams: Promise<SearchParams> };

function describe(product: ProductDetail): string {
  const finding = writeProductTitle(productLabel(product), cheapestByCountry(product.prices), makeMoney(US_DOLLARS));
  return product.countries === 0
    ? `${finding}: what it cost in each country, day by day, in the local currency and in US dollars.`
    : `${finding}. Every price with local amount, source and day of verification.`;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const product = await readProduct((await params).slug);
  const title =
    product.countries === 0
      ? `${productLabel(product)}: prices until it ended`
      : `${productLabel(product)}: price in ${product.countries} ${product.countries === 1 ? "country" : "countries"}`;
  const path = `/services/${product.slug}`;
  return {
    title,
    description: describe(product),
    alternates: { canonical: path },
    openGraph: { title, description: describe(product), url: path },
  };
}

export default async function ProductRoute({ params, searchParams }: Props) {
  const { page, rows, weightOf, isGuessed, refused } = await loadProductPage((await params).slug, await searchParams);
  const { product, label, lowest, us, money, context } = page;
  const [plans, { history, notAdded }] = await Promise.all([
    product.vendor ? findPlansOf(product.vendor) : [],
    loadHistory(page),
  ]);
  const path = `/services/${product.slug}`;
  const offers = toProductData(page, describe(product));
  return (
    <>
      <PageHead
        crumbs={[
          { name: "Services", href: "/services" },
          { name: categoryName(product.category), href: `/services?category=${product.category}` },
        ]}
        title={writeProductTitle(label, lowest, money)}
        deck={
          lowest.length === 0 && history
            ? writeEndedDeck(history)
            : writeProductDeck(lowest, product.usd_monthly_median, us, money)
        }
      />
      <RefusedParameters
        refused={notAdded ? [...refused, { parameter: "country to add", given: notAdded }] : refused}
      />
      {product.vendor && <Plans vendor={product.vendor} plans={plans} slug={product.slug} money={money} />}
      {lowest.length > 0 && (
        <div className="section-near">
          <ProductFacts page={page} isGuessed={isGuessed} />
        </div>
      )}
      {us !== null && lowest.length > 1 && (
        <>
          <section className="section-near">
            <PriceMap page={page} us={us} />
          </section>
          <section className="section grid">
            <div className="span-8">
              <PricePoints page={page} us={us} weightOf={weightOf} />
            </div>
            <div className="span-4">
              <About page={page} plans={plans} />
            </div>
          </section>
        </>
      )}
      <section className="section">
        <History page={page} history={history} />
      </section>
      {rows.length > 0 && (
        <section className="section">
          <ProductPricesTable page={page} rows={rows} />
        </section>
      )}
      {offers && <JsonLd value={offers} />}
      <JsonLd
        value={toDataset(context.base, context.summary, {
          name: `Prices of ${label} by country`,
          description: describe(product),
          path,
          csv: `/api/export?product=${product.slug}&format=csv`,
          json: `/api/export?product=${product.slug}&format=json`,
        })}
      />
    </>
  );
}
