import { loadProductPage } from "@/app/(site)/services/[slug]/load";
import { loadHistory } from "@/app/(site)/services/[slug]/load-history";
import { EmbedBars } from "@/components/embed/embed-bars";
import { EmbedFrame } from "@/components/embed/embed-frame";
import type { ProductPage } from "@/components/product/model";
import { cheapestOf, dearestOf, differencePct } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { toLensParams } from "@/lib/catalogue/tax/lens-rules";
import { chooseSources } from "@/lib/dataset/rules";
import { formatIncomeShare, writeTaxUnknown } from "@/lib/findings/lens-rules";
import { writeEnded, writeProductTitle } from "@/lib/findings/product-rules";
import { readPageVersion } from "@/lib/pages/page-version";
import { type SearchParams, toHref } from "@/lib/pages/query";
import { countryName, formatCount } from "@/lib/text/format";
import type { Version } from "@/lib/versions/current";

type Props = { params: Promise<{ slug: string }>; searchParams: Promise<SearchParams> };

const KNOWN = ["US", "DE", "BR", "TR", "GB", "IN", "EG", "JP"];
const SHOWN = 7;
const SHOWN_NARROW = 6;

export default async function ProductEmbed({ params, searchParams }: Props) {
  const { slug } = await params;
  const { theme: _, ...query } = await searchParams;
  const version = await readPageVersion(query);
  const { page } = await loadProductPage(version, slug, { currency: "USD", home: "US", ...query });
  const { product, label, lowest, ranked, money, lens, context, sources } = page;
  if (lowest.length === 0) return <Unpriced version={version} page={page} />;
  const chosen = chooseCountries(ranked);
  const href = toHref(
    `/services/${product.product}`,
    { ...toLensParams(lens), currency: page.query.currency },
    "#prices",
  );
  const between =
    ranked.length > 2 ? `lowest and highest of ${formatCount(ranked.length)} countries and some between` : "by country";
  return (
    <EmbedFrame
      finding={writeProductTitle(label, lowest, money, page.told)}
      measure={
        lens === "income"
          ? `Share of a month’s average income, ${between}.`
          : `${money.unit.charAt(0).toUpperCase()}${money.unit.slice(1)}, ${between}. Bars begin at zero.`
      }
      href={href}
      context={context}
      sources={sources}
    >
      <EmbedBars
        bars={ranked
          .filter(({ country }) => chosen.includes(country))
          .map((price) => ({
            key: price.country,
            name: countryName(price.country),
            ...toBar(price, page),
            isExtra: chosen.indexOf(price.country) >= SHOWN_NARROW,
          }))}
      />
    </EmbedFrame>
  );
}

async function Unpriced({ version, page }: { version: Version; page: ProductPage }) {
  const { product, label, lowest, money, lens, context } = page;
  const history = await loadHistory(version, page);
  const href = toHref(`/services/${product.product}`, toLensParams(lens));
  const isTaxUnknown = product.n_countries > 0 && lens === "excluded";
  return (
    <EmbedFrame
      finding={isTaxUnknown ? writeTaxUnknown(label) : writeProductTitle(label, lowest, money, page.told)}
      measure={isTaxUnknown || history === null ? "No price of it can be shown." : writeEnded(history)}
      href={href}
      context={context}
      sources={chooseSources(history?.sources ?? [], context.summary.sources)}
    >
      <p>
        <a href={context.base + href} target="_blank" rel="noopener">
          {isTaxUnknown ? "Its prices as shown, and why" : "What it cost until then"}
        </a>
      </p>
    </EmbedFrame>
  );
}

/** In the order in which they are left out. */
function chooseCountries(lowest: readonly Price[]): string[] {
  const priced = new Set(lowest.map(({ country }) => country));
  const wanted = [cheapestOf(lowest)?.country, dearestOf(lowest)?.country, ...KNOWN];
  const known = wanted.filter((code) => code !== undefined).filter((code) => priced.has(code));
  return [...new Set([...known, ...priced])].slice(0, SHOWN);
}

function toBar(price: Price, { base, lens, money }: ProductPage) {
  const { country, usd_monthly, income_share_pct } = price;
  const pct = country === base?.country ? null : differencePct(usd_monthly, base?.usd);
  if (lens === "income")
    return {
      value: income_share_pct ?? 0,
      figure: income_share_pct === null ? "–" : formatIncomeShare(income_share_pct),
      pct,
    };
  return { value: usd_monthly ?? 0, figure: money.price(price), pct };
}
