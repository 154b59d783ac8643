import { fold } from "./fold-rules";

export type Topic = { href: string; name: string; detail: string };

const listOf = (...texts: string[]) => new Set(texts.map(fold));

/** Searches for no subscription, country or category, in several languages, and the page that answers each. */
const TOPICS: readonly (Topic & { names: ReadonlySet<string> })[] = [
  {
    ...{ href: "/?tax=excluded#map", name: "Prices without tax", detail: "VAT and GST taken out" },
    names: listOf(
      ...[
        "VAT",
        "tax",
        "taxes",
        "without tax",
        "sales tax",
        "GST",
        "MwSt",
        "Mehrwertsteuer",
        "Steuer",
        "TVA",
        "IVA",
        "BTW",
      ],
      ...["moms", "KDV", "НДС", "消費税", "增值税", "부가세", "ضريبة", "impuestos", "imposto", "podatek"],
    ),
  },
  {
    ...{
      href: "/?share=income#map",
      name: "Prices as a share of income",
      detail: "what they take of the average income",
    },
    names: listOf(
      "income",
      "share of income",
      "salary",
      "wages",
      "affordability",
      "Einkommen",
      "Gehalt",
      "salaire",
      "salario",
    ),
  },
  {
    ...{
      href: "/?map=europe#map",
      name: "Europe on the map",
      detail: "no figure for the EU as a whole, only by country",
    },
    names: listOf(
      ...["EU", "European Union", "Europe", "Europäische Union", "Europa", "Union européenne", "Unión Europea", "UE"],
      ...[
        "União Europeia",
        "Unione europea",
        "Avrupa Birliği",
        "Avrupa",
        "Unia Europejska",
        "Евросоюз",
        "欧盟",
        "EU圏",
      ],
    ),
  },
  {
    ...{ href: "/countries", name: "Countries by price", detail: "the price index" },
    names: listOf(
      "ranking",
      "index",
      "price index",
      "cheapest country",
      "cheapest countries",
      "most expensive country",
    ),
  },
  {
    href: "/multipliers",
    name: "Price your app by country",
    detail: "a price for each country, from what subscriptions cost there",
    names: listOf(
      "price my app",
      "price your app",
      "app pricing",
      "price an app",
      "pricing by country",
      "regional pricing",
      "localized pricing",
      "price localization",
      "pricing",
      "multiplier",
      "multipliers",
      "purchasing power parity",
      "PPP",
      "App bepreisen",
      "prix de mon app",
    ),
  },
  {
    href: "/compare",
    name: "Compare subscriptions and countries",
    detail: "choose both, and see what is saved",
    names: listOf(
      "compare",
      "comparison",
      "compare prices",
      "compare countries",
      "vergleichen",
      "comparer",
      "comparar",
    ),
  },
  {
    href: "/changes",
    name: "Price changes",
    detail: "by month, product and country",
    names: listOf(
      "changes",
      "price changes",
      "price increase",
      "price increases",
      "price rise",
      "price hike",
      "price history",
      "history",
    ),
  },
  {
    href: "/docs/endpoints/rates",
    name: "Exchange rates",
    detail: "rates of each day, by currency",
    names: listOf("exchange rate", "exchange rates", "currency", "currencies", "rates", "fx", "Wechselkurs", "Währung"),
  },
  {
    href: "/coverage",
    name: "What is covered",
    detail: "subscriptions and countries, and what is missing",
    names: listOf("coverage", "missing", "what is covered"),
  },
  {
    ...{ href: "/docs", name: "API and downloads", detail: "all data under CC BY 4.0" },
    names: listOf("API", "CSV", "download", "data", "dataset", "Excel file"),
  },
];

export const findTopic = (wanted: string): Topic | null => TOPICS.find(({ names }) => names.has(wanted)) ?? null;

/** Common names of products, by slug. */
const PRODUCT_NAMES: Readonly<Record<string, ReadonlySet<string>>> = {
  x: listOf("twitter", "twitter blue", "x twitter", "twitter premium", "推特", "твиттер"),
  "microsoft-word": listOf("office", "office 365", "microsoft office", "ms office", "m365", "word"),
  "disney-plus": listOf("disney", "дисней", "迪士尼"),
  "hbo-max": listOf("hbo", "max"),
  youtube: listOf("youtube premium", "yt premium", "youtube music", "ютуб"),
  netflix: listOf("нетфликс", "ネットフリックス", "奈飞", "넷플릭스", "نتفليكس", "नेटफ्लिक्स"),
  spotify: listOf("спотифай", "スポティファイ", "스포티파이", "سبوتيفاي"),
  chatgpt: listOf("chat gpt", "openai", "chat gpt plus"),
  icloud: listOf("icloud", "apple icloud"),
};

export const findProductByCommonName = (wanted: string): string | null =>
  Object.entries(PRODUCT_NAMES).find(([, names]) => names.has(wanted))?.[0] ?? null;

const CATEGORY_NAMES: Readonly<Record<string, ReadonlySet<string>>> = {
  ai: listOf(
    "ai",
    "ai tools",
    "KI",
    "künstliche Intelligenz",
    "IA",
    "yapay zeka",
    "人工知能",
    "人工智能",
    "ИИ",
    "AI apps",
  ),
  streaming: listOf(
    "streaming",
    "video streaming",
    "music",
    "movies",
    "Musik",
    "musique",
    "música",
    "ストリーミング",
    "стриминг",
  ),
  education: listOf(
    "education",
    "learning",
    "languages",
    "Bildung",
    "éducation",
    "educación",
    "educação",
    "eğitim",
    "教育",
  ),
  productivity: listOf("productivity", "Produktivität", "productivité", "productividad", "生产力"),
  social: listOf("social", "dating", "social media", "soziale Netzwerke", "réseaux sociaux", "redes sociales"),
};

export const findCategoryByName = (wanted: string): string | null =>
  Object.entries(CATEGORY_NAMES).find(([, names]) => names.has(wanted))?.[0] ?? null;

/** Services that people ask for and that we do not have, so that none is answered by a similar name. */
const NOT_TRACKED = [
  ...[
    "Prime Video",
    "Amazon Prime",
    "Hulu",
    "Apple TV+",
    "Paramount+",
    "Peacock",
    "Apple One",
    "Xbox Game Pass",
    "Twitch",
  ],
  ...["PlayStation Plus", "Nintendo Switch Online", "Nord VPN", "Audible", "Kindle Unlimited", "Headspace", "Strava"],
  ...["Calm", "ExpressVPN", "Surfshark", "Starlink", "Peloton", "Discovery+", "Curiosity Stream"],
  ...["Patreon", "OnlyFans", "Apple Arcade", "SkyShowtime", "DAZN", "Sky", "Globoplay", "Hotstar", "Viaplay", "WOW"],
];
const notTracked = new Map(NOT_TRACKED.map((name) => [fold(name).replace("+", ""), name]));
notTracked.set("amazon prime video", "Prime Video").set("prime", "Amazon Prime").set("game pass", "Xbox Game Pass");
notTracked.set("apple tv plus", "Apple TV+").set("ps plus", "PlayStation Plus").set("nordvpn", "Nord VPN");

export const findNotTracked = (wanted: string): string | null => notTracked.get(wanted.replace("+", "")) ?? null;

/**
 * Words about prices, and between a product and a country. No code of a country is among them (`no`, `de`), but for those
 * that are common English words.
 */
const FILLERS = listOf(
  ...[
    "in",
    "price",
    "prices",
    "cost",
    "costs",
    "from",
    "the",
    "of",
    "for",
    "how",
    "much",
    "does",
    "is",
    "what",
    "where",
    "and",
    "can",
    "are",
    "get",
    "with",
    "best",
    "why",
    "all",
    "app",
  ],
  ...[
    "cheap",
    "cheaper",
    "cheapest",
    "lowest",
    "subscription",
    "subscriptions",
    "plan",
    "monthly",
    "per",
    "month",
    "buy",
  ],
  ...["preis", "preise", "kosten", "kostet", "was", "wo", "günstig", "günstigste", "billig", "billigste", "abo"],
  ...["prix", "coût", "pas", "cher", "moins", "abonnement", "precio", "precios", "cuánto", "cuesta", "barato", "más"],
  ...[
    "preço",
    "preços",
    "quanto",
    "custa",
    "mais",
    "prezzo",
    "prezzi",
    "costa",
    "fiyat",
    "fiyatı",
    "fiyatları",
    "ucuz",
  ],
  ...[
    "en",
    "cena",
    "ceny",
    "w",
    "tani",
    "najtaniej",
    "цена",
    "цены",
    "в",
    "сколько",
    "стоит",
    "дешево",
    "価格",
    "料金",
  ],
  ...["値段", "最安", "价格", "最便宜", "가격", "요금", "سعر", "कीमत", "prijs", "prijzen", "goedkoop"],
);

/** The text without words about prices; the text itself where nothing else is in it. */
export const withoutFillers = (wanted: string): string =>
  wanted
    .split(" ")
    .filter((word) => !FILLERS.has(word))
    .join(" ") || wanted;
