import { describe, expect, test } from "vitest";
import { commonNamesOf, findCountryCode } from "@/lib/catalogue/search/country-name-rules";
import { everyCountryOption } from "@/lib/catalogue/search/country-option-rules";
import { findPage, toFoundPath } from "@/lib/catalogue/search/find-page-rules";
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
    named("x", "X", "X Premium"),
    named("microsoft-word", "Microsoft Word", "Microsoft Word 365 Family"),
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
    ["netflix no", "/services/netflix?home=NO"],
    ["API", "/docs"],
  ])("%s", (text, path) => {
    expect(pathOf(text)).toBe(path);
  });
});
