import { type KnownNames, parseQuietly } from "@/lib/api/query";
import { EMBEDS } from "@/lib/pages/share/addresses";
import { countryInSentence } from "@/lib/text/format";
import { toHref } from "./query";

type Known = {
  products: readonly { slug: string; label: string }[];
  countries: readonly { code: string }[];
  catalogue: KnownNames;
  version: string;
};

type Embed = { path: string; title: string; card: string };

/** `address` is absolute. Drops unknown parameters, such as those of campaigns; null without a frame. */
export function findEmbed(address: string, base: string, { products, countries, ...known }: Known): Embed | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.origin !== new URL(base).origin || url.username !== "" || url.password !== "") return null;
  const path = url.pathname.replace(/^\/embed(?=\/)/, "").replace(/(.)\/$/, "$1");
  const [, section, name = ""] = /^\/(services|countries)\/([A-Za-z0-9-]+)$/.exec(path) ?? [];
  if (path === "/" || path === "/index" || path === "/countries") {
    const params = pickParameters(url, EMBEDS.index.query, known);
    const title = "what subscriptions cost against the US, by country";
    return params && { path: toHref("/embed/index", params), title, card: "/image/index/card.png" };
  }
  if (path === "/compare") {
    const params = pickParameters(url, EMBEDS.comparison.query, known);
    const { theme: _, ...shown } = params ?? {};
    const compared = listOf(params?.products).map((slug) => products.find((product) => product.slug === slug)?.label);
    const isKnown = listOf(params?.countries).every((code) =>
      countries.some((country) => country.code === code.toUpperCase()),
    );
    if (params === null || !isKnown || compared.length === 0 || compared.includes(undefined)) return null;
    return {
      path: toHref("/embed/compare", params),
      title: `${compared.join(", ")} compared`,
      card: toHref("/image/compare/card.png", shown),
    };
  }
  const product = section === "services" ? products.find(({ slug }) => slug === name.toLowerCase()) : undefined;
  if (product) {
    const params = pickParameters(url, EMBEDS.product.query, known);
    const own = `/services/${product.slug}`;
    return (
      params && {
        path: toHref(`/embed${own}`, params),
        title: `price of ${product.label} by country`,
        card: `/image${own}/card.png`,
      }
    );
  }
  const country = section === "countries" ? countries.find(({ code }) => code === name.toUpperCase()) : undefined;
  if (country === undefined) return null;
  const params = pickParameters(url, EMBEDS.country.query, known);
  const own = `/countries/${country.code}`;
  const title = `what subscriptions cost in ${countryInSentence(country.code)}`;
  return params && { path: toHref(`/embed${own}`, params), title, card: `/image${own}/card.png` };
}

const listOf = (list: string | undefined) => (list ?? "").split(",").filter(Boolean);

type FrameQuery = (typeof EMBEDS)[keyof typeof EMBEDS]["query"];

function pickParameters(
  { searchParams }: URL,
  schema: FrameQuery,
  { catalogue, version }: Pick<Known, "catalogue" | "version">,
): Record<string, string> | null {
  const names = Object.keys(schema.shape);
  const picked = Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = searchParams.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const isGood = parseQuietly(new URLSearchParams(picked).toString(), schema, catalogue).ok;
  return isGood ? { ...picked, version: picked.version ?? version } : null;
}
