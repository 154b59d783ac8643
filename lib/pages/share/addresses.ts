import { z } from "zod";
import type { Address } from "@/lib/api/endpoint";
import { RANK_SORTS } from "@/lib/catalogue/countries/ranking-schema";
import { COUNTRY_CODES, PERIODS, PLATFORMS } from "@/lib/contract/codes";
import { CURRENCY_CODES } from "@/lib/contract/currencies";
import { CountryInput, PastDayInput, versionInputs } from "@/lib/contract/inputs";
import { mapInputs } from "@/lib/contract/map-regions";
import { StorableText } from "@/lib/contract/text";

/*
 * Pictures (/image), tables (/table), frames (/embed) and /oembed. Refuses unknown, repeated or empty parameters, as
 * the API does.
 */

const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/, "is no ISO 4217 code (three letters)")
  .toUpperCase()
  .refine((code) => CURRENCY_CODES.has(code), "is no ISO 4217 currency")
  .optional();
const text = StorableText.max(100).optional();
const known = new Set(COUNTRY_CODES);
const history = z
  .string()
  .toUpperCase()
  .refine((list) => list.split(",").length <= 6 && list.split(",").every((code) => known.has(code)), {
    message: "is no list of up to six country codes",
  })
  .optional();
const tax = z.enum(["excluded"]).optional();
const lens = { tax, share: z.enum(["income"]).optional(), ...versionInputs };
/** What all is compared with, where it has an index. */
const home = { home: CountryInput.optional() };
const day = { date: PastDayInput.optional() };
const list = StorableText.max(2_000);
const compared = { products: list, countries: list, baseline: text, currency, ...lens };
const look = { theme: z.enum(["light", "dark"]).optional() };
/** Some programs read CSV only with a byte order mark or semicolons. */
const csv = { bom: z.enum(["1"]).optional(), separator: z.enum(["semicolon"]).optional() };
const order = z.enum(["ascending", "descending"]).optional();
const billing = { platform: z.enum(PLATFORMS).optional(), period: z.enum(PERIODS).optional() };

const NOTHING = z.object({});
const ONLY_VERSION = z.object(versionInputs);

const define = <P extends z.ZodObject, Q extends z.ZodObject>(path: string, params: P, query: Q) =>
  ({ path, params, query, maxAgeSeconds: 3600, scope: "public", unlimited: "good" }) as const satisfies Address<P, Q>;

export const IMAGES = {
  page: define("/image/pages/{figure}", z.object({ figure: z.string() }), ONLY_VERSION),
  index: define(
    "/image/index/{figure}",
    z.object({ figure: z.string() }),
    z.object({ ...lens, ...home, ...mapInputs }),
  ),
  product: define(
    "/image/services/{slug}/{figure}",
    z.object({ slug: StorableText, figure: z.string() }),
    z.object({ ...lens, ...mapInputs, ...day, currency, ...home, history }),
  ),
  country: define(
    "/image/countries/{code}/{figure}",
    z.object({ code: StorableText, figure: z.string() }),
    z.object({ tax, ...versionInputs }),
  ),
  comparison: define("/image/compare/{figure}", z.object({ figure: z.string() }), z.object(compared)),
};

export const TABLES = {
  index: define(
    "/table/index/{figure}",
    z.object({ figure: z.string() }),
    z.object({ ...lens, ...home, sort: z.enum(RANK_SORTS).optional(), order, ...csv }),
  ),
  product: define(
    "/table/services/{slug}/{figure}",
    z.object({ slug: StorableText, figure: z.string() }),
    z.object({
      ...lens,
      ...day,
      currency,
      ...home,
      country: CountryInput.optional(),
      region: text,
      ...billing,
      ...csv,
      order,
      sort: z.enum(["country", "platform", "period", "usd", "vs", "verified"]).optional(),
    }),
  ),
  country: define(
    "/table/countries/{code}/{figure}",
    z.object({ code: StorableText, figure: z.string() }),
    z.object({
      ...lens,
      currency,
      category: text,
      ...billing,
      ...csv,
      order,
      sort: z.enum(["product", "category", "usd", "us", "vs", "verified"]).optional(),
    }),
  ),
  comparison: define("/table/compare/{figure}", z.object({ figure: z.string() }), z.object({ ...compared, ...csv })),
};

export const EMBEDS = {
  index: define("/embed/index", NOTHING, z.object({ ...lens, ...home, ...look })),
  product: define("/embed/services/{slug}", z.object({ slug: StorableText }), z.object({ ...lens, currency, ...look })),
  country: define(
    "/embed/countries/{code}",
    z.object({ code: StorableText }),
    z.object({ tax, ...versionInputs, ...look }),
  ),
  comparison: define("/embed/compare", NOTHING, z.object({ ...compared, ...look })),
};

const size = z.int().min(1).max(100_000).optional();

/** oEmbed 1.0 (https://oembed.com). WordPress sends `dnt` ("do not track"); nobody is tracked here. */
export const OEMBED = define(
  "/oembed",
  NOTHING,
  z.object({
    url: z.string().max(4_000),
    maxwidth: size,
    maxheight: size,
    format: z.string().max(20).optional(),
    dnt: z.string().max(5).optional(),
  }),
);

const ADDRESSES = [...Object.values(IMAGES), ...Object.values(TABLES), ...Object.values(EMBEDS), OEMBED].map(
  ({ path, query }) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
    names: new Set(Object.keys(query.shape)),
  }),
);

export const isSharePath = (path: string): boolean => /^\/(?:image|table|embed|oembed)(?:\/|$)/.test(path);

export function readEmbed(address: string | null): { theme: string | undefined } | null {
  const { pathname, searchParams } = new URL(address ?? "/", "http://localhost");
  if (!pathname.startsWith("/embed/")) return null;
  return { theme: look.theme.safeParse(searchParams.get("theme") ?? undefined).data };
}

/** Cache key of the response; null where a parameter is unknown, repeated or empty. */
export function toShareSearch(path: string, search: string): string | null {
  const address = ADDRESSES.find(({ pattern }) => pattern.test(path));
  const pairs = [...new URLSearchParams(search)].sort(([a], [b]) => (a < b ? -1 : 1));
  const isGood = pairs.every(([name, value], i) => {
    return address?.names.has(name) === true && value !== "" && name !== pairs[i - 1]?.[0];
  });
  return isGood ? new URLSearchParams(pairs).toString() : null;
}
