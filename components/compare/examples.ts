import { countryInSentence } from "@/lib/text/format";
import { joinWords } from "@/lib/text/words";
import type { CompareRequest } from "./request";

type Example = CompareRequest & { what: string; where: string };

type Candidate = { what: string; products: readonly string[]; countries: readonly string[] };

const CANDIDATES: readonly Candidate[] = [
  {
    what: "Netflix, Spotify, YouTube and Disney+",
    products: ["netflix", "spotify", "youtube", "disney-plus"],
    countries: ["US", "TR", "DE", "IN", "BR"],
  },
  {
    what: "ChatGPT, Claude and Gemini",
    products: ["chatgpt", "claude", "gemini"],
    countries: ["US", "GB", "CA", "KR", "AU", "CH"],
  },
  {
    what: "Every Netflix plan",
    products: ["netflix-standard-with-ads", "netflix-mobile", "netflix-basic", "netflix", "netflix-premium"],
    countries: ["US", "CH", "PL", "PK"],
  },
  {
    what: "Music: Spotify, Apple Music, Deezer and TIDAL",
    products: ["spotify", "apple-music", "deezer", "tidal"],
    countries: ["US", "GB", "DE", "DK", "NG"],
  },
  {
    what: "A student’s bundle: iCloud+, Canva and Duolingo",
    products: ["icloud", "canva", "duolingo"],
    countries: ["US", "IN", "MX", "NG"],
  },
];

export function chooseExamples(known: ReadonlySet<string>, home: string | null): Example[] {
  return CANDIDATES.flatMap(({ what, products, countries }) => {
    const existing = products.filter((slug) => known.has(slug));
    if (existing.length < 2) return [];
    const places = home === null ? [...countries] : [home, ...countries.filter((code) => code !== home)];
    return [{ what, products: existing, countries: places, where: joinWords(places.map(countryInSentence)) }];
  });
}
