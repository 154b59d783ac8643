import { Link } from "@/components/ui/link";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import type { ProductAgainstUs } from "@/lib/catalogue/products/against-us-data";
import { productLabel } from "@/lib/catalogue/products/rules";
import { toLensParams } from "@/lib/catalogue/tax/lens-rules";
import { toHref } from "@/lib/pages/query";
import { countryName } from "@/lib/text/format";
import { chooseCompared, type ProductPage, toComparisonHref } from "./model";

export type AboutProps = {
  page: ProductPage;
  plans: readonly ProductAgainstUs[];
  money: Money;
};

export function About({ page, plans, money }: AboutProps) {
  const { product, label, lowest, lens } = page;
  const listed = plans.filter(({ countries }) => countries > 0);
  const countries = chooseCompared(lowest, page.home);
  return (
    <div className="prose prose-small">
      <h3>What is measured</h3>
      <p>
        One month of {label}
        {product.vendor && product.vendor !== product.name && `, sold by ${product.vendor}`}, as offered to a new
        customer. Other billing periods are converted to a month. Where a country has several prices, the lowest counts
        as its price.
      </p>
      <h3>What to keep in mind</h3>
      <p>
        The US price leaves out sales tax; most other prices include VAT. A price is not an offer to everyone: you may
        need a local card or address.
      </p>
      {listed.length > 1 && (
        <>
          <h3>All plans, cheapest place{lens === "excluded" && ", tax as shown"}</h3>
          <table>
            <caption className="visually-hidden">Cheapest country of each plan of {product.service}</caption>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">Plan</th>
                <th scope="col">Cheapest in</th>
                <th scope="col">{money.monthly}</th>
              </tr>
            </thead>
            <tbody>
              {listed.map(({ slug, name, plan, cheapest }) => (
                <tr key={slug}>
                  <th scope="row">
                    <Link href={toHref(`/services/${slug}`, toLensParams(lens))}>{productLabel({ name, plan })}</Link>
                  </th>
                  <td>{cheapest && countryName(cheapest.country)}</td>
                  <td className="end amount">
                    {cheapest?.usd_monthly == null ? "" : `${money.price(cheapest)} a month`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <p>
        <Link className="more" href={toComparisonHref(page, countries)}>
          Compare with other subscriptions
        </Link>
      </p>
      {product.website && (
        <p>
          <a href={product.website}>The vendor’s own site</a>
        </p>
      )}
    </div>
  );
}
