import { countryInSentence } from "@/lib/text/format";
import { suggest } from "@/lib/text/suggest";
import { findCountryCode } from "./country-name-rules";
import { fold } from "./fold-rules";
import { findNearProducts, matchCountries, type Named, type Place } from "./rules";
import { findNotTracked } from "./topic-rules";

export type NearPage = { href: string; text: string };

const SECTIONS: readonly NearPage[] = [
  { href: "/services", text: "All subscriptions" },
  { href: "/countries", text: "All countries" },
  { href: "/compare", text: "Compare" },
  { href: "/docs", text: "API documentation" },
  { href: "/docs/errors", text: "API errors" },
  { href: "/docs/methodology", text: "How the index is made" },
  { href: "/docs/data", text: "Codebook" },
  { href: "/about", text: "About, sources, licence" },
];

export function findNearPages(path: string, products: readonly Named[], countries: readonly Place[]): NearPage[] {
  const segments = path.split("/").filter(Boolean).map(decode);
  const last = segments.at(-1)?.slice(0, 100) ?? "";
  if (last === "") return [];
  const slugs = suggest(
    last,
    products.map(({ slug }) => slug),
  );
  const code = findCountryCode(last.replaceAll("-", " "));
  const places = countries.filter((country) => country.code === code || country.code === last.toUpperCase());
  const names = [...places, ...matchCountries(last, countries), ...nearNames(last, countries)];
  const near = [
    ...[...slugs, ...findNearProducts(last, products).map(({ slug }) => slug)].map((slug) => ({
      href: `/services/${slug}`,
      text: products.find((product) => product.slug === slug)?.label ?? slug,
    })),
    ...names.map(({ code, name }) => ({ href: `/countries/${code}`, text: name })),
    ...SECTIONS.filter(({ href }) => suggest(segments.join("/"), [href.slice(1)]).length > 0),
  ];
  return [...new Map(near.map((page) => [page.href, page])).values()].slice(0, 6);
}

/** What a page of a subscription or country is said to be missing for, as search says it: `/services/hulu`, `/countries/CN`. */
export function nameAbsent(path: string, countries: readonly Place[]): { title: string; deck: string } | null {
  const [section, name, ...others] = path.split("/").filter(Boolean).map(decode);
  if (name === undefined || others.length > 0) return null;
  const text = name.slice(0, 100).replaceAll("-", " ");
  const notTracked = section === "services" ? findNotTracked(fold(text)) : null;
  if (notTracked !== null)
    return { title: `We do not track ${notTracked} yet`, deck: "No price of it is collected in any country." };
  const code = section === "countries" ? findCountryCode(text) : null;
  if (code === null || countries.length === 0 || countries.some((country) => country.code === code)) return null;
  return {
    title: `No price has been collected in ${countryInSentence(code)}`,
    deck: "It is not said that nobody sells there: no source that we read has a price of it.",
  };
}

function nearNames(text: string, countries: readonly Place[]): Place[] {
  const near = suggest(
    text.replaceAll("-", " "),
    countries.map(({ name }) => name.toLowerCase()),
  );
  return countries.filter(({ name }) => near.includes(name.toLowerCase()));
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
