import { expect, test } from "vitest";
import { z } from "zod";
import { get } from "../support/api";

const Products = z.object({
  data: z.array(
    z.object({
      product: z.string(),
      name: z.string(),
      plan: z.string(),
      vendor: z.string().nullable(),
      n_countries: z.number(),
    }),
  ),
  pagination: z.object({ total_pages: z.literal(1) }),
});
const Rows = z.object({ product: z.string() });
const Suggestions = z.array(z.object({ suggestions: z.array(z.object({ href: z.string() })) }));

const listProducts = async (query: string) =>
  Products.parse((await get(`/api/services?page_size=200${query}`)).body).data.filter(
    ({ n_countries }) => n_countries > 0,
  );
const readRows = async (call: string) =>
  new Set(
    (await get(`${call}&format=ndjson`)).text
      .split("\n")
      .slice(0, -1)
      .map((line) => Rows.parse(JSON.parse(line)).product),
  );

const wordsOf = ({ name, plan, vendor, product: slug }: z.infer<typeof Products>["data"][number]) =>
  `${name} ${plan} ${vendor ?? ""} ${slug}`
    .toLowerCase()
    .replaceAll(".", "")
    .split(/[^a-z0-9+]+/);

test.each<[q: string, isMeant: (words: string[]) => boolean]>([
  ["a", (words) => words.some((word) => word.startsWith("a"))],
  ["gpt", (words) => words.some((word) => word.includes("gpt"))],
  ["youtbe", (words) => words.includes("youtube")],
  ["premium youtube", (words) => words.includes("youtube") && words.includes("premium")],
])("%s finds the same in services, prices, history and on the pages", async (q, isMeant) => {
  const wanted = (await listProducts("")).filter((one) => isMeant(wordsOf(one))).map(({ product }) => product);
  expect(wanted.length).toBeGreaterThan(0);
  const asked = `q=${encodeURIComponent(q)}`;
  expect(new Set((await listProducts(`&${asked}`)).map(({ product }) => product))).toEqual(new Set(wanted));
  expect(await readRows(`/api/prices?${asked}`)).toEqual(new Set(wanted));
  // Ended plans have a history, too.
  expect([...(await readRows(`/api/history?${asked}`))]).toEqual(expect.arrayContaining(wanted));

  const { text: list } = await get(`/services?${asked}`);
  const first = wanted.find((slug) => list.includes(`/services/${slug}"`));
  expect(first).toBeDefined();
  const { status, headers, text: found } = await get(`/search?${asked}`);
  const isFound = wanted.some((slug) => `${headers.get("location") ?? ""}" ${found}`.includes(`/services/${slug}"`));
  expect([status, isFound]).toEqual([status, true]);
});

const Meta = z.object({ data: z.array(Rows), meta: z.object({ q_is_guess: z.boolean().optional() }) });

test.each(["services", "prices", "history"])(
  "/api/%s says when it answers to a guess, and never by short words",
  async (name) => {
    const ask = async (q: string) => {
      const { body, headers } = await get(`/api/${name}?q=${q}`);
      const { data, meta } = Meta.parse(body);
      return {
        found: new Set(data.map(({ product }) => product)),
        isGuess: meta.q_is_guess,
        header: headers.get("x-q-is-guess"),
      };
    };
    expect(await ask("twitch")).toEqual({ found: new Set(), isGuess: undefined, header: null });
    expect(await ask("calm")).toEqual({ found: new Set(), isGuess: undefined, header: null });
    expect(await ask("netflix")).toMatchObject({ isGuess: undefined, header: null });
    const guessed = await ask("youtbe");
    expect(guessed.found).toContain("youtube");
    expect(guessed).toMatchObject({ isGuess: true, header: "1" });
    expect((await get(`/api/${name}?q=youtbe&format=csv`)).headers.get("x-q-is-guess")).toBe("1");
  },
);

test.each([
  ["netflx", "Did you mean"],
  ["spotify family", "No family plan of Spotify is collected here, only Spotify Individual."],
  ["babbel student", "No student plan of Babbel is collected here"],
])("the page of %s says that it is a guess, or what is not collected", async (q, says) => {
  const { status, text } = await get(`/search?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  expect(text).toContain(says);
});

test.each([
  ["/services/hulu", "We do not track Hulu yet"],
  ["/countries/CN", "No price has been collected in China"],
])("%s says what search knows", async (path, says) => {
  const { status, text } = await get(path);
  expect([status, text.includes(`<h1 class="title">${says}`)]).toEqual([404, true]);
});

const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  "/countries/TR": [
    "turkey",
    "Turkiye",
    "Türkei",
    "Turquie",
    "Turquía",
    "Turchia",
    "土耳其",
    "トルコ",
    "Турция",
    "tukrey",
  ],
  "/countries/US": ["USA", "America", "the states", "Estados Unidos", "États-Unis", "美国", "アメリカ合衆国", "us"],
  "/countries/GB": [
    "uk",
    "England",
    "Britain",
    "Scotland",
    "Wielka Brytania",
    "Reino Unido",
    "Birleşik Krallık",
    "영국",
  ],
  "/countries/DE": ["Deutschland", "Allemagne", "Alemania", "Niemcy", "Almanya", "Германия", "germny"],
  "/countries/BR": ["Brasil", "Brésil", "Brasilien", "巴西", "브라질", "البرازيل"],
  "/countries/NL": ["Holland", "Niederlande", "Pays-Bas", "Nederland"],
  "/countries/CZ": ["Czech Republic", "Tschechien", "Česko"],
  "/countries/IN": ["Indien", "भारत", "الهند"],
  "/countries/RE": ["reunion", "Réunion"],
  "/countries/CI": ["ivory coast", "cote divoire"],
  "/countries/AS": ["American Samoa"],
  "/services/netflix?home=TR": ["netflix turkey", "netflix tur", "Netflix Türkei", "türkiye netflix", "netflx turkey"],
  "/services/spotify?home=GB": ["spotify in the uk", "spotify price britain"],
  "/services/youtube?home=IN": ["youtube premium india", "youtube indien"],
  "/services/netflix": ["netflix", "cheapest netflix", "netflx", "NETFLIX standard"],
  "/services/netflix-premium": ["netflix premium", "netflix prem"],
  "/services/spotify": ["spotify", "spotfy", "spotify ind"],
  "/services/disney-plus": ["disney", "disney+", "disney plus"],
  "/services/chatgpt": ["chat gpt", "chatgtp"],
  "/services?category=streaming": ["streaming"],
  "/services?category=ai": ["AI tools", "ai"],
  "/search?q=North%20Korea": ["north kor", "Nordkorea"],
  "/services/x": ["twitter"],
  "/services/microsoft-word": ["office", "microsoft office"],
  "/services?category=streaming&country=PL": ["poland streaming", "cheapest streaming in poland"],
  "/?tax=excluded#map": ["VAT", "Mehrwertsteuer"],
  "/?map=europe#map": ["EU"],
  "/search?q=Prime%20Video": ["prime video"],
};

test.each(Object.entries(SEARCHES))("%s is the first suggestion for %j", async (href, texts) => {
  for (const text of texts) {
    const [first] = Suggestions.parse((await get(`/search/suggestions?q=${encodeURIComponent(text)}`)).body);
    expect(first?.suggestions[0]?.href, text).toBe(href);
  }
});

const Detailed = z.array(
  z.object({ suggestions: z.array(z.object({ href: z.string(), detail: z.string(), value: z.string() })) }),
);
const Ranked = z.object({
  data: z.array(
    z.object({
      product: z.string(),
      name: z.string(),
      plan: z.string(),
      ranking: z.string(),
      n_ranked: z.number(),
      verified_from: z.string().nullable(),
      verified_on: z.string().nullable(),
    }),
  ),
});

test("a suggested range of prices says of how many countries it is, when they were read, and whether it is uncertain", async () => {
  const { data } = Ranked.parse((await get("/api/services?page_size=200")).body);
  const doubted = data.filter(({ ranking }) => ranking === "uncertain" || ranking === "last_seen");
  expect(new Set(doubted.map(({ ranking }) => ranking)).size).toBe(2);
  const certain = data.filter(({ ranking }) => ranking === "certain").slice(0, 10);
  const monthOf = (day: string | null) =>
    new Date(day ?? "").toLocaleString("en", { month: "long", year: "numeric", timeZone: "UTC" });
  for (const { product, name, plan, ranking, n_ranked, verified_from, verified_on } of [...doubted, ...certain]) {
    const asked = `/search/suggestions?q=${encodeURIComponent(`${name} ${plan}`)}`;
    const groups = Detailed.parse((await get(asked)).body).flatMap(({ suggestions }) => suggestions);
    const found = groups.find(({ href }) => href === `/services/${product}`);
    expect(found?.value, product).toMatch(/\d/);
    const [first, last] = [monthOf(verified_from), monthOf(verified_on)];
    const months = first === last ? `in ${last}` : `between ${first.slice(0, -5)} and ${last}`;
    const word = { uncertain: "uncertain, read", last_seen: "last seen" }[ranking] ?? "read";
    const countries = n_ranked === 1 ? "1 country" : `${n_ranked} countries`;
    expect(found?.detail.split(`, ${countries}, `)[1], product).toBe(`${word} ${months}`);
  }
});

test("a price that a search leads straight to has its store, its month, and what keeps it from being plain", async () => {
  const straight = async (text: string) =>
    Detailed.parse((await get(`/search/suggestions?q=${encodeURIComponent(text)}`)).body)[0]?.suggestions[0]?.detail;
  expect(await straight("Netflix Premium Germany")).toMatch(
    /^Netflix Premium, EUR\s[\d.]+, Web, last seen in April 2026$/,
  );
  expect(await straight("Kimi Türkiye")).toMatch(
    /^Kimi Moderato, TRY\s[\d.]+, App Store, read in September 2026, may be for another period$/,
  );
  expect(await straight("Netflix Germany")).toMatch(
    /^Netflix Standard, EUR\s[\d.]+, App Store, read in September 2026$/,
  );
});

test.each([
  ["student", "Of which subscription?"],
  ["yearly plan", "Of which subscription?"],
  ["qqqqqq", "We do not track"],
  ["spotfy premum", "These have a similar name"],
])("a search for %s alone names what is similar only where it lists that", async (q, said) => {
  const { text } = await get(`/search?q=${encodeURIComponent(q)}`);
  expect(text).toContain(said);
  expect(text.includes("These have a similar name")).toBe(text.includes("suggestions-page"));
});
