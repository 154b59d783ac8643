import { loadProductPage } from "@/app/(site)/services/[slug]/load";
import { loadHistory } from "@/app/(site)/services/[slug]/load-history";
import { writeCredit } from "@/app/image/credit";
import { servePictures } from "@/app/image/serve-pictures";
import { cropOf } from "@/components/charts/map-views";
import { BURDEN_STEPS } from "@/components/charts/scale";
import { drawCard } from "@/components/pictures/card";
import { drawLines } from "@/components/pictures/line-picture";
import { colourOf } from "@/components/pictures/palette";
import { findPen } from "@/components/pictures/pen";
import { drawSheet, innerWidth } from "@/components/pictures/sheet";
import { drawWorldPicture } from "@/components/pictures/world-picture";
import { describeBurdenMap } from "@/components/product/burden-map";
import { describeLines } from "@/components/product/describe-lines";
import { describePriceMap } from "@/components/product/describe-price-map";
import type { ProductPage } from "@/components/product/model";
import { shareProductFigure } from "@/components/product/share";
import { cheapestOf, dearestOf, differencePct } from "@/lib/catalogue/prices/rules";
import { formatBilled } from "@/lib/catalogue/prices/words";
import { findProduct } from "@/lib/catalogue/products/data";
import { categoryName } from "@/lib/catalogue/products/rules";
import { toTaxView } from "@/lib/catalogue/tax/lens/rules";
import { findWithdrawn } from "@/lib/dataset/corrections/data";
import { chooseSources } from "@/lib/dataset/rules";
import { writeStoresRead } from "@/lib/findings/age-rules";
import { writeEndedDeck, writeProductTitle } from "@/lib/findings/product-rules";
import { writeWithdrawn } from "@/lib/findings/withdrawn-rules";
import { toHref } from "@/lib/pages/query";
import { IMAGES } from "@/lib/pages/share/addresses";
import { countryName } from "@/lib/text/format";
import type { Version } from "@/lib/versions/current";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = servePictures(
  IMAGES.product,
  async (version, input) => {
    const { slug, figure: _, ...query } = input;
    const lens = query.share ?? query.tax ?? "shown";
    const found = await findProduct(version, { slug, tax: toTaxView(lens) });
    if (!("data" in found)) return found;
    const params = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value?.toString()]));
    const [{ page }, pen] = await Promise.all([
      loadProductPage(version, slug.toLowerCase(), { ...OF_NO_READER, ...params }),
      findPen(),
    ]);
    const { base, lowest, ranked, context, sources } = page;
    const creditOf = (anchor: "map" | "history", used = sources.map(({ source }) => ({ source }))) => {
      const { path, params: shown } = shareProductFigure(page, anchor);
      return writeCredit(context, toHref(path, shown ?? {}, `#${anchor}`), used);
    };
    return {
      card: async () => drawProductCard(page, lowest.length === 0 ? await describeEnd(version, page) : null),
      map: async () => {
        if (base === null || ranked.length < 2) return null;
        const isIncome = lens === "income";
        const map = isIncome ? describeBurdenMap(page) : describePriceMap(page, base);
        const crop = cropOf(page.query.map);
        const body = await drawWorldPicture(
          pen,
          { ...map, crop, ...(isIncome && { steps: BURDEN_STEPS }) },
          innerWidth(),
        );
        return drawSheet(pen, { ...map, credit: creditOf("map") }, body);
      },
      history: async () => {
        const history = await loadHistory(version, page);
        if (history === null || history.observed_days < 2) return null;
        const read = chooseSources(history.sources, context.summary.sources);
        const { finding, measure, lines } = describeLines(page, history);
        const caption = { finding: `${page.label}: ${finding}`, measure, credit: creditOf("history", read) };
        return drawSheet(pen, caption, drawLines(pen, lines, innerWidth()));
      },
    };
  },
);

const OF_NO_READER = { currency: "USD", home: "US" };
const KNOWN = ["US", "GB", "DE", "IN", "BR", "JP"];
const SHOWN = 5;

/** Reads when and how the last price of a product ended, and the sources of its history. */
async function describeEnd(version: Version, page: ProductPage) {
  const [history, withdrawn] = await Promise.all([
    loadHistory(version, page),
    findWithdrawn(version, page.product.product),
  ]);
  return {
    measure: writeWithdrawn(withdrawn) ?? (history === null ? "" : writeEndedDeck(history)),
    sources: history === null ? [] : chooseSources(history.sources, page.context.summary.sources),
  };
}

function drawProductCard(
  { product, label, lowest, ranked, base, money, context, sources, told }: ProductPage,
  end: Awaited<ReturnType<typeof describeEnd>> | null,
) {
  const codes = [cheapestOf(lowest)?.country, dearestOf(lowest)?.country, ...KNOWN];
  const priced = new Set(ranked.map(({ country }) => country));
  const chosen = new Set([...new Set(codes)].filter((code) => code !== undefined && priced.has(code)).slice(0, SHOWN));
  const shown = ranked.filter(({ country }) => chosen.has(country));
  const read = shown.length === 0 ? "" : `. ${writeStoresRead(shown, product.website)}`;
  const rows = shown.map((price) => {
    const pct = differencePct(price.usd_monthly, base?.usd);
    const isForeign = price.currency !== "USD" || price.period !== "monthly";
    return {
      name: countryName(price.country),
      value: price.usd_monthly ?? 0,
      figure: money.price(price),
      ...(isForeign && { note: formatBilled(price) }),
      ...(pct !== null && { colour: colourOf(pct) }),
    };
  });
  return drawCard(
    {
      finding: writeProductTitle(label, lowest, money, told),
      measure: end?.measure ?? `${label}: ${categoryName(product.category)}, ${money.unit}${read}`,
      credit: writeCredit(context, `/services/${product.product}`, end?.sources ?? sources),
    },
    rows,
  );
}
