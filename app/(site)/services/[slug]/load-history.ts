import "server-only";
import type { ProductPage } from "@/components/product/model";
import { findHistory } from "@/lib/catalogue/prices/history-data";
import { cheapestOf, dearestOf } from "@/lib/catalogue/prices/rules";
import { HISTORY_MAX } from "@/lib/catalogue/products/page-schema";
import { findNamedCountry, toCountryOptions } from "@/lib/catalogue/search/country-option-rules";
import { findOption } from "@/lib/catalogue/search/option-rules";
import type { Version } from "@/lib/versions/current";

/** Defaults to the reader's country, the US, the cheapest, the dearest and the most changed. */
export async function loadHistory(version: Version, { product, lowest, home, query }: ProductPage) {
  const usual = [home, "US", cheapestOf(lowest)?.country, dearestOf(lowest)?.country].filter((code) => code != null);
  const asked = query.history ?? [...new Set(usual)];
  const withMostChanged = query.history === undefined;
  const until = query.date;
  const history = await findHistory(version, { product: product.product, countries: asked, withMostChanged, until });
  if (query.add === undefined || history === null) return { history, notAdded: null, added: null };
  const options = toCountryOptions(history.countries);
  const added = findNamedCountry(options, query.add) ?? findOption(options, query.add);
  if (added === null) return { history, notAdded: query.add, added: null };
  const shown = history.series.map(({ country }) => country);
  const countries = [...new Set([added.value, ...shown])].slice(0, HISTORY_MAX);
  return {
    history: await findHistory(version, { product: product.product, countries, withMostChanged: false, until }),
    notAdded: null,
    added: added.value,
  };
}
