import { loadProductPage } from "@/app/(site)/services/[slug]/load";
import { loadHistory } from "@/app/(site)/services/[slug]/load-history";
import { burdenStepOf, stepOf } from "@/components/charts/scale";
import { EmbedBars } from "@/components/embed/embed-bars";
import { EmbedFrame } from "@/components/embed/embed-frame";
import type { ProductPage } from "@/components/product/model";
import { byShare, cheapestOf, dearestOf, differencePct } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { toLensParams } from "@/lib/catalogue/tax/lens/rules";
import { chooseSources } from "@/lib/dataset/rules";
import { writeStoresRead } from "@/lib/findings/age-rules";
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
  const ordered = lens === "income" ? byShare(ranked) : ranked;
  const ends = lens === "income" ? [ordered[0], ordered.at(-1)] : [cheapestOf(ranked), dearestOf(ranked)];
  const chosen = chooseCountries(ordered, ends);
  const shown = ordered.filter(({ country }) => chosen.includes(country));
  const read = writeStoresRead(shown, product.website);
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
          ? `Share of a month’s average income, ${between}. ${read}.`
          : `${money.unit.charAt(0).toUpperCase()}${money.unit.slice(1)}, ${between}. ${read}. Bars begin at zero.`
      }
      href={href}
      context={context}
      sources={sources}
    >
      <EmbedBars
        bars={shown.map((price) => ({
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

/** In the order in which they are left out. `ends`: the lowest and the highest. */
function chooseCountries(ordered: readonly Price[], ends: readonly (Price | undefined)[]): string[] {
  const priced = new Set(ordered.map(({ country }) => country));
  const wanted = [...ends.map((price) => price?.country), ...KNOWN];
  const known = wanted.filter((code) => code !== undefined).filter((code) => priced.has(code));
  return [...new Set([...known, ...priced])].slice(0, SHOWN);
}

function toBar(price: Price, { base, lens, money, ranked }: ProductPage) {
  const { country, usd_monthly, income_share_pct } = price;
  const pct = country === base?.country ? null : differencePct(usd_monthly, base?.usd);
  if (lens === "income" && income_share_pct !== null) {
    const own = ranked.find((other) => other.country === base?.country)?.income_share_pct;
    return {
      value: income_share_pct,
      figure: formatIncomeShare(income_share_pct),
      step: own && country !== base?.country ? burdenStepOf(income_share_pct / own) : null,
    };
  }
  return { value: usd_monthly ?? 0, figure: money.price(price), step: pct === null ? null : stepOf(pct) };
}
