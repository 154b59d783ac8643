import type { Price } from "@/lib/catalogue/prices/schema";
import { DISTANCES, findDistance } from "@/lib/catalogue/prices/usual/rules";
import { explainDistance, periodName, platformName } from "@/lib/catalogue/prices/words";
import type { Lens } from "@/lib/catalogue/tax/lens/schema";
import type { Period, Platform } from "@/lib/contract/codes";
import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { countryInSentence, formatDay } from "@/lib/text/format";
import { capitalize, joinWords } from "@/lib/text/words";
import { listCounted } from "./same-plan-rules";
import type { Comparison } from "./schema";

type Treatment = Price["tax"]["treatment"];

export type Caveat = { key: string; fact: string; meaning: string };

/** `label` names a product. */
export function findCaveats(comparison: Comparison, label: (slug: string) => string, lens: Lens = "shown"): Caveat[] {
  return [
    ...missingPrices(withoutUnknown(comparison), label),
    ...staleRates(comparison, label),
    ...withoutRate(comparison, label),
    ...lastSeen(comparison, label),
    ...openPeriods(comparison, label),
    ...contradicted(comparison, label),
    ...farPrices(comparison, label),
    ...mixedRows(comparison, label),
    ...mixedPlatforms(comparison, label),
    ...(lens === "excluded" ? withoutTax(comparison, label) : mixedTax(comparison)),
    {
      key: "offer",
      fact: "You may need a local card or address to get this price.",
      meaning: "A vendor may ask for either.",
    },
  ];
}

/** Prices without US dollars have their own caveat. */
function withoutUnknown(comparison: Comparison): Comparison {
  const isUnknown = (country: string, product: string) =>
    comparison.matrix.some(
      (row) =>
        row.product === product && row.cells.some((cell) => cell?.country === country && cell.usd_monthly === null),
    );
  const totals = comparison.totals.map((total) => {
    const missing = total.missing.filter((product) => !isUnknown(total.country, product));
    return { ...total, missing, complete: missing.length === 0 };
  });
  return { ...comparison, totals };
}

function missingPrices(comparison: Comparison, label: (slug: string) => string): Caveat[] {
  const { totals } = comparison;
  const counted = listCounted(comparison).length;
  const lacking = new Map<string, { countries: string[]; missing: string[] }>();
  for (const { country, missing } of totals) {
    const shown = [...listStale(comparison, country), ...listLastSeen(comparison, country)];
    const lacks = missing.filter((slug) => !shown.includes(slug));
    const group = lacking.get(lacks.join()) ?? { countries: [], missing: lacks };
    if (lacks.length > 0) lacking.set(lacks.join(), { ...group, countries: [...group.countries, country] });
  }
  return [...lacking.values()].map(({ countries, missing }) => {
    const isNone = missing.length === counted;
    const [has, its] = countries.length === 1 ? ["has", "Its total covers"] : ["have", "Their totals cover"];
    const places = capitalize(joinWords(countries.map(countryInSentence)));
    return {
      key: `missing ${countries.join()}`,
      fact: `${places} ${has} no price for ${isNone ? "any of these" : joinWords(missing.map(label))}.`,
      meaning: isNone
        ? `${countries.length === 1 ? "It has" : "They have"} no total.`
        : `${its} ${counted - missing.length} of ${counted} and ${countries.length === 1 ? "is" : "are"} not ranked. A missing price is never counted as zero.`,
    };
  });
}

function listStale({ matrix, countries }: Comparison, country: string): string[] {
  const place = countries.findIndex(({ country: code }) => code === country);
  return matrix.filter(({ cells }) => cells[place]?.fx_stale).map(({ product }) => product);
}

function staleRates(comparison: Comparison, label: (slug: string) => string): Caveat[] {
  return comparison.countries.flatMap(({ country: code }) => {
    const stale = listStale(comparison, code);
    if (stale.length === 0) return [];
    return [
      {
        key: `rate ${code}`,
        fact: `${joinWords(stale.map(label))} in ${countryInSentence(code)} cannot be compared.`,
        meaning: `The currency has no exchange rate of the last ${RATE_VALID_DAYS} days: the price is shown at an older rate, and is in no total.`,
      },
    ];
  });
}

/** Outdated prices of products that have newer ones: they stand in their cells and in no total. */
function listLastSeen({ matrix, countries }: Comparison, country: string): string[] {
  const place = countries.findIndex(({ country: code }) => code === country);
  return matrix.filter(({ cells }) => isLastSeen(cells[place])).map(({ product }) => product);
}

const isLastSeen = (cell: Price | null | undefined) => cell?.outdated === true && cell.ranked !== true;

function lastSeen({ matrix }: Comparison, label: (slug: string) => string): Caveat[] {
  const seen = matrix.flatMap(({ product, cells }) =>
    cells.flatMap((cell) => (cell && isLastSeen(cell) ? [{ product, cell }] : [])),
  );
  const [oldest] = seen.map(({ cell }) => cell.verified_on).sort();
  if (oldest === undefined) return [];
  const named = seen.map(({ product, cell }) => `${label(product)} in ${countryInSentence(cell.country)}`);
  return [
    {
      key: "last seen",
      fact: `Last seen on ${formatDay(oldest)}${new Set(seen.map(({ cell }) => cell.verified_on)).size > 1 ? " or later" : ""}:`,
      meaning: `${joinWords(named)}. Other countries were read since, so that these are in no total and no saving.`,
    },
  ];
}

function withoutRate({ matrix }: Comparison, label: (slug: string) => string): Caveat[] {
  const places = new Map<string, string[]>();
  for (const { product, cells } of matrix)
    for (const cell of cells) {
      if (cell === null || cell.fx_rate !== null) continue;
      places.set(product, [...(places.get(product) ?? []), countryInSentence(cell.country)]);
    }
  if (places.size === 0) return [];
  const named = [...places].map(([product, countries]) => `${label(product)} in ${joinWords(countries)}`);
  return [
    {
      key: "no rate",
      fact: "No exchange rate:",
      meaning: `${named.join("; ")}. The local price is shown, and counts in no total and no saving.`,
    },
  ];
}

/** `Tinder in Türkiye and Egypt`, for each product with such prices. */
function namePrices(
  { matrix }: Comparison,
  label: (slug: string) => string,
  isNamed: (price: Price) => boolean,
): string[] {
  return matrix.flatMap(({ product, cells }) => {
    const places = cells.flatMap((cell) => (cell && isNamed(cell) ? [countryInSentence(cell.country)] : []));
    return places.length === 0 ? [] : [`${label(product)} in ${joinWords(places)}`];
  });
}

function contradicted(comparison: Comparison, label: (slug: string) => string): Caveat[] {
  const named = namePrices(comparison, label, ({ evidence }) => evidence === "contradicted");
  if (named.length === 0) return [];
  return [
    {
      key: "contradicted",
      fact: "Another publisher says another amount:",
      meaning: `${named.join("; ")}. No saving is told of it.`,
    },
  ];
}

function openPeriods(comparison: Comparison, label: (slug: string) => string): Caveat[] {
  const named = namePrices(comparison, label, ({ evidence }) => evidence === "highest_period_open");
  if (named.length === 0) return [];
  return [
    {
      key: "period open",
      fact: "It is open what these pay for:",
      meaning: `${named.join("; ")}. The store lists several offers and no billing period; the highest is shown. No saving is told of it.`,
    },
  ];
}

function farPrices(comparison: Comparison, label: (slug: string) => string): Caveat[] {
  return DISTANCES.flatMap((distance) => {
    const named = namePrices(comparison, label, ({ usual_ratio }) => findDistance(usual_ratio) === distance);
    if (named.length === 0) return [];
    return [
      {
        key: `far ${distance}`,
        fact: `Far ${distance} the rest:`,
        meaning: `${named.join("; ")}. ${explainDistance(distance)}`,
      },
    ];
  });
}

function mixedRows({ matrix }: Comparison, label: (slug: string) => string): Caveat[] {
  return matrix.flatMap(({ product, cells }) => {
    const present = cells.flatMap((cell) => cell ?? []);
    const describe = <T extends string>(of: (cell: (typeof present)[number]) => T, name: (value: T) => string) => {
      const groups = new Map<T, string[]>();
      for (const cell of present) groups.set(of(cell), [...(groups.get(of(cell)) ?? []), cell.country]);
      if (groups.size < 2) return null;
      return [...groups]
        .sort(([, a], [, b]) => a.length - b.length)
        .slice(0, -1)
        .map(([value, countries]) => `${name(value)} in ${joinWords(countries.map(countryInSentence))}`)
        .join("; ");
    };
    const platform = describe<Platform>((cell) => cell.platform, platformName);
    const period = describe<Period>(
      (cell) => cell.period,
      (value) => `billed ${periodName(value)}`,
    );
    return [
      ...(platform
        ? [
            {
              key: `platform ${product}`,
              fact: `${label(product)} is not priced on the same platform everywhere:`,
              meaning: `${platform}. The lowest price a month was taken.`,
            },
          ]
        : []),
      ...(period
        ? [
            {
              key: `period ${product}`,
              fact: `${label(product)} is not billed for the same time everywhere:`,
              meaning: `${period}. A longer period is often cheaper a month, and is paid in advance.`,
            },
          ]
        : []),
    ];
  });
}

function mixedPlatforms({ matrix }: Comparison, label: (slug: string) => string): Caveat[] {
  const byPlatform = new Map<Platform, string[]>();
  for (const { product, cells } of matrix) {
    const platforms = new Set(cells.flatMap((cell) => (cell ? [cell.platform] : [])));
    const [only] = platforms;
    if (platforms.size === 1 && only) byPlatform.set(only, [...(byPlatform.get(only) ?? []), product]);
  }
  if (byPlatform.size < 2) return [];
  const parts = [...byPlatform].map(
    ([platform, slugs]) =>
      `${joinWords(slugs.map(label))} on ${platform === "web" ? "the web" : `the ${platformName(platform)}`}`,
  );
  return [
    {
      key: "platforms",
      fact: "The rows come from different places:",
      meaning: `${parts.join("; ")}. In a store a vendor may ask for another price than on its own site.`,
    },
  ];
}

function nameTreatments(treatments: ReadonlySet<Treatment>): string {
  if (treatments.has("excluded") && treatments.has("included")) return "with it for some";
  const known = treatments.has("excluded") ? "without tax" : "with it";
  if (!treatments.has("unknown")) return known;
  return treatments.size === 1 ? "not known" : `${known} as far as is known`;
}

function mixedTax({ matrix }: Comparison): Caveat[] {
  const treatments = new Map<string, Set<Treatment>>();
  for (const cell of matrix.flatMap(({ cells }) => cells.flatMap((cell) => cell ?? []))) {
    const treatment = cell.tax.reason === "no such tax" ? "excluded" : cell.tax.treatment;
    treatments.set(cell.country, (treatments.get(cell.country) ?? new Set()).add(treatment));
  }
  if (new Set([...treatments.values()].flatMap((one) => [...one])).size < 2) return [];
  const places = new Map<string, string[]>();
  for (const [code, one] of treatments) {
    const words = nameTreatments(one);
    places.set(words, [...(places.get(words) ?? []), countryInSentence(code)]);
  }
  const parts = [...places].map(([words, names]) => `${joinWords(names)} ${words}`);
  return [
    {
      key: "tax",
      fact: "Not all prices treat tax alike:",
      meaning: `${parts.join("; ")}. Part of a gap between them can be tax.`,
    },
  ];
}

function withoutTax({ matrix }: Comparison, label: (slug: string) => string): Caveat[] {
  const unknown = matrix.flatMap(({ product, cells, tax_unknown }) =>
    cells.flatMap((cell) =>
      cell && tax_unknown.includes(cell.country)
        ? [`${label(product)} in ${countryInSentence(cell.country)} (${cell.tax.reason})`]
        : [],
    ),
  );
  const estimate: Caveat = {
    key: "estimate",
    fact: "Amounts without tax are estimates:",
    meaning: "the country’s standard rate is taken out of prices that are known to include it.",
  };
  if (unknown.length === 0) return [estimate];
  const meaning = `${joinWords(unknown)}. They count in no total and no saving.`;
  return [estimate, { key: "tax unknown", fact: "Not known without tax:", meaning }];
}
