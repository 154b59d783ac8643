import { describe, expect, test } from "vitest";
import { commonNamesOf, findCountryCode } from "@/lib/catalogue/search/country-name-rules";
import { everyCountryOption } from "@/lib/catalogue/search/country-option-rules";
import { findPage, toFoundPath } from "@/lib/catalogue/search/find-page-rules";
import { nameAbsent } from "@/lib/catalogue/search/near-rules";
import { filterOptions } from "@/lib/catalogue/search/option-rules";
import { foldNames } from "@/lib/catalogue/search/rules";
import { COUNTRY_CODES } from "@/lib/contract/codes";
import { countryName } from "@/lib/text/format";

const named = (slug: string, name: string, label = name) => foldNames({ slug, name, label });
const names = {
  products: [
    named("apple-music", "Apple Music"),
    named("apple-tv-plus", "Apple TV+"),
    named("chatgpt", "ChatGPT", "ChatGPT Plus"),
    named("disney-plus", "Disney+", "Disney+ Premium"),
    named("netflix", "Netflix", "Netflix Standard"),
    named("netflix-premium", "Netflix", "Netflix Premium"),
    named("spotify", "Spotify", "Spotify Individual"),
    named("youtube", "YouTube", "YouTube Premium"),
    named("netflix-basic", "Netflix", "Netflix Basic"),
    named("netflix-standard-with-ads", "Netflix Standard with ads"),
    named("x", "X", "X Premium"),
    named("microsoft-word", "Microsoft Word", "Microsoft Word 365 Family"),
    named("dazz-cam", "Dazz Cam", "Dazz Cam Pro"),
    { ...named("babbel", "Babbel", "Babbel Premium"), isBilledYearly: true },
  ],
  countries: COUNTRY_CODES.filter((code) => code !== "KP").map((code) => ({ code, name: countryName(code) })),
  categories: [
    { category: "ai", name: "AI tools" },
    { category: "education", name: "Education" },
    { category: "streaming", name: "Streaming" },
  ],
};

const pathOf = (text: string) => {
  const page = findPage(text, names);
  return page && toFoundPath(page);
};

describe("a search in any language and spelling finds what it means, first", () => {
  test.each([
    ...["turkey", "Türkei", "Turquie", "Turquía", "土耳其", "トルコ", "турция", "Turkiye", "TUR"].map((t) => [t, "TR"]),
    ...["Deutschland", "Allemagne", "Alemania", "Niemcy", "Almanya", "德国", "ドイツ", "Германия", "germny"].map(
      (t) => [t, "DE"],
    ),
    ...["uk", "UK", "U.K.", "England", "Great Britain", "Britain", "Vereinigtes Königreich", "Royaume-Uni"].map((t) => [
      t,
      "GB",
    ]),
    ...["usa", "USA", "U.S.A.", "America", "United States of America", "Estados Unidos", "États-Unis", "美国"].map(
      (t) => [t, "US"],
    ),
    ...["Holland", "the Netherlands", "Niederlande", "Pays-Bas", "Países Bajos"].map((t) => [t, "NL"]),
    ...["Brasil", "Brésil", "Brasilien", "巴西", "브라질"].map((t) => [t, "BR"]),
    ...["Czech Republic", "Czechia", "Tschechien", "Česko"].map((t) => [t, "CZ"]),
    ...["Ivory Coast", "Côte d’Ivoire", "cote d'ivoire"].map((t) => [t, "CI"]),
    ...["South Korea", "korea", "대한민국"].map((t) => [t, "KR"]),
    ...["India", "Indien", "भारत", "الهند"].map((t) => [t, "IN"]),
    ...["Réunion", "reunion"].map((t) => [t, "RE"]),
    ["Curacao", "CW"],
    ["Åland", "AX"],
    ["Sao Tome", "ST"],
    ["Schweiz", "CH"],
    ["Suisse", "CH"],
    ["Österreich", "AT"],
    ["España", "ES"],
    ["Spanien", "ES"],
    ["Polska", "PL"],
    ["Emirates", "AE"],
    ["American Samoa", "AS"],
    ["Niger", "NE"],
    ["Nigeria", "NG"],
    ["Guinea", "GN"],
    ["Dominica", "DM"],
  ])("%s", (text, code) => {
    expect(pathOf(text ?? "")).toBe(`/countries/${code}`);
  });
  test.each([
    ["netflix", "/services/netflix"],
    ["netflix premium", "/services/netflix-premium"],
    ["netflx", "/services/netflix"],
    ["disney", "/services/disney-plus"],
    ["chat gpt", "/services/chatgpt"],
    ["chatgtp", "/services/chatgpt"],
    ["netflix turkey", "/services/netflix?home=TR"],
    ["Türkei Netflix", "/services/netflix?home=TR"],
    ["spotify in the uk", "/services/spotify?home=GB"],
    ["netflix premium price in Brasil", "/services/netflix-premium?home=BR"],
    ["youtube indien", "/services/youtube?home=IN"],
    ["disney usa", "/services/disney-plus?home=US"],
    ["netflix tur", "/services/netflix?home=TR"],
    ["spotify germny", "/services/spotify?home=DE"],
    ["spotfy germany", "/services/spotify?home=DE"],
    ["spotify ind", "/services/spotify"],
    ["ai", "/services?category=ai"],
    ["streaming", "/services?category=streaming"],
    ["apple", null],
    ["north korea", null],
    ["", null],
    ["zzzzzz", null],
  ])("%s", (text, page) => {
    expect(pathOf(text)).toBe(page);
  });
});

test("a name leads to no other country than its own in English", () => {
  for (const code of COUNTRY_CODES) expect([code, findCountryCode(countryName(code))]).toEqual([code, code]);
});

test("search boxes know the same names, once those in other languages have come", () => {
  const options = everyCountryOption();
  const first = (typed: string) => filterOptions(options, typed)[0]?.value;
  for (const [typed, code] of [
    ["Türkei", "TR"],
    ["america", "US"],
    ["deutsch", "DE"],
    ["holland", "NL"],
    ["england", "GB"],
    ["土耳其", "TR"],
    ["Germny", "DE"],
  ] as const)
    expect([typed, first(typed)]).toEqual([typed, code]);
  expect(commonNamesOf("GB")).toContain("UK");
});

describe("leads where a person expects, in ten languages, or says that it is not there", () => {
  test.each([
    ["netflix turkey", "/services/netflix?home=TR"],
    ["cheapest netflix", "/services/netflix"],
    ["where is netflix cheapest", "/services/netflix"],
    ["netflix basic", "/services/netflix-basic"],
    ["twitter", "/services/x"],
    ["office", "/services/microsoft-word"],
    ["office 365", "/services/microsoft-word"],
    ["prime video", "/search?q=Prime%20Video"],
    ["Amazon Prime", "/search?q=Amazon%20Prime"],
    ["hulu", "/search?q=Hulu"],
    ["VAT", "/?tax=excluded#map"],
    ["Mehrwertsteuer", "/?tax=excluded#map"],
    ["TVA", "/?tax=excluded#map"],
    ["消費税", "/?tax=excluded#map"],
    ["EU", "/?map=europe#map"],
    ["Union européenne", "/?map=europe#map"],
    ["income", "/?share=income#map"],
    ["cheapest country", "/countries"],
    ["poland streaming", "/services?category=streaming&country=PL"],
    ["streaming in Polen", "/services?category=streaming&country=PL"],
    ["cheapest streaming in poland", "/services?category=streaming&country=PL"],
    ["streaming Polska", "/services?category=streaming&country=PL"],
    ["KI Deutschland", "/services?category=ai&country=DE"],
    ["yapay zeka", "/services?category=ai"],
    ["Bildung", "/services?category=education"],
    ["educación México", "/services?category=education&country=MX"],
    ["netflix preis türkei", "/services/netflix?home=TR"],
    ["was kostet spotify in Indien", "/services/spotify?home=IN"],
    ["prix netflix turquie", "/services/netflix?home=TR"],
    ["spotify prix suisse", "/services/spotify?home=CH"],
    ["precio spotify méxico", "/services/spotify?home=MX"],
    ["cuánto cuesta netflix en argentina", "/services/netflix?home=AR"],
    ["preço youtube brasil", "/services/youtube?home=BR"],
    ["quanto custa spotify portugal", "/services/spotify?home=PT"],
    ["prezzo netflix italia", "/services/netflix?home=IT"],
    ["netflix fiyatı", "/services/netflix"],
    ["spotify fiyatları almanya", "/services/spotify?home=DE"],
    ["ceny netflix polska", "/services/netflix?home=PL"],
    ["нетфликс цена турция", "/services/netflix?home=TR"],
    ["netflix 料金 日本", "/services/netflix?home=JP"],
    ["ネットフリックス トルコ", "/services/netflix?home=TR"],
    ["奈飞 土耳其", "/services/netflix?home=TR"],
    ["넷플릭스 가격", "/services/netflix"],
    ["نتفليكس", "/services/netflix"],
    ["netflix prijs nederland", "/services/netflix?home=NL"],
    ["how much does youtube cost in japan", "/services/youtube?home=JP"],
    ["chatgpt price", "/services/chatgpt"],
    ["netflix NO", "/services/netflix?home=NO"],
    ["API", "/docs"],
  ])("%s", (text, path) => {
    expect(pathOf(text)).toBe(path);
  });
});

describe("a word of two letters is a country in capitals or alone", () => {
  test.each([
    ["my netflix", "/services/netflix"],
    ["netflix it", "/services/netflix"],
    ["is it netflix", "/services/netflix"],
    ["netflix no", "/services/netflix"],
    ["Is spotify cheap", "/services/spotify"],
    ["my price", null],
    ["netflix and spotify", "/compare?products=netflix,spotify"],
    ["can i get netflix", "/services/netflix"],
    ["netflix MY", "/services/netflix?home=MY"],
    ["netflix IT", "/services/netflix?home=IT"],
    ["TR netflix", "/services/netflix?home=TR"],
    ["netflix uk", "/services/netflix?home=GB"],
    ["it", "/countries/IT"],
    ["my", "/countries/MY"],
  ])("%s", (text, path) => {
    expect(pathOf(text)).toBe(path);
  });
});

describe("plans, terms and offers that are not collected lead to the product and say so", () => {
  test.each([
    ["spotify family", "spotify", "family"],
    ["family plan netflix", "netflix", "family"],
    ["spotify student", "spotify", "student"],
    ["spotify studenten deutschland", "spotify", "student"],
    ["youtube yearly", "youtube", "yearly"],
    ["chatgpt annual plan", "chatgpt", "yearly"],
    ["disney bundle", "disney-plus", "bundle"],
    ["netflix free trial", "netflix", "trial"],
    ["spotify duo", "spotify", "duo"],
    ["netflix with ads", "netflix-standard-with-ads", undefined],
    ["spotify with ads", "spotify", "ads"],
    ["office family", "microsoft-word", undefined],
    ["babbel yearly", "babbel", undefined],
    ["netflix premium", "netflix-premium", undefined],
  ])("%s", (text, slug, planWord) => {
    const page = findPage(text, names);
    expect(page).toMatchObject({ product: { slug } });
    expect(page && "planWord" in page ? page.planWord : undefined).toBe(planWord);
  });
});

describe("comparisons, currencies and questions lead to the page that answers them", () => {
  test.each([
    ["netflix vs spotify", "/compare?products=netflix,spotify"],
    ["netflix versus disney", "/compare?products=netflix,disney-plus"],
    ["Spotify or YouTube", "/compare?products=spotify,youtube"],
    ["netflix turkey vs germany", "/compare?products=netflix&countries=TR,DE"],
    ["turkey vs germany", "/compare?countries=TR,DE"],
    ["compare netflix and spotify", "/compare?products=netflix,spotify"],
    ["euro", "/services?currency=EUR"],
    ["EUR", "/services?currency=EUR"],
    ["dollars", "/services?currency=USD"],
    ["indian rupees", "/services?currency=INR"],
    ["netflix in euro", "/services/netflix?currency=EUR"],
    ["netflix turkey in euros", "/services/netflix?home=TR&currency=EUR"],
    ["exchange rates", "/docs/endpoints/rates"],
    ["price my app", "/multipliers"],
    ["what to charge", "/multipliers"],
    ["App Store pricing", "/multipliers"],
    ["PPP", "/multipliers"],
    ["price increase", "/changes"],
    ["compare", "/compare"],
  ])("%s", (text, path) => {
    expect(pathOf(text)).toBe(path);
  });
});

describe("a guess is named as one", () => {
  test.each([
    ["netflx", true],
    ["germny", true],
    ["spotify germny", true],
    ["netflix tur", false],
    ["disney", false],
    ["calm", false],
  ])("%s", (text, isGuess) => {
    const page = findPage(text, names);
    expect(page !== null && "isGuess" in page && page.isGuess === true).toBe(isGuess);
  });
  test("short words are no guess at all", () => {
    expect(findPage("calm", { ...names })).toEqual({ notTracked: "Calm" });
    expect(pathOf("dazc")).toBeNull();
  });
  test("a service that the dataset has is not said to be missing", () => {
    const hulu = named("hulu", "Hulu", "Hulu Basic");
    expect(findPage("hulu", { ...names, products: [...names.products, hulu] })).toMatchObject({ product: hulu });
  });
});

test.each([
  ["/services/hulu", "We do not track Hulu yet"],
  ["/services/prime-video", "We do not track Prime Video yet"],
  ["/countries/KP", "No price has been collected in North Korea"],
  ["/countries/north-korea", "No price has been collected in North Korea"],
])("%s says what search knows", (path, title) => {
  expect(nameAbsent(path, names.countries)?.title).toBe(title);
});
test.each(["/services/netflx", "/countries/DE", "/countries/KP/x", "/abc"])("%s is an address like any", (path) => {
  expect(nameAbsent(path, names.countries)).toBeNull();
});
