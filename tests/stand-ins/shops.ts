import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// Invented shops, for tests and for whoever tries docs/collecting.md. No shop of the world is asked.

type Place = {
  country: string;
  currency: string;
  /** Of the currency for one US dollar, as the shops count. */
  perDollar: number;
};

const EURO = ["AT", "BE", "CY", "DE", "EE", "ES", "FI", "FR", "GR", "HR", "IE", "IT", "LT", "LU", "LV", "MT", "NL"];
const PLACES: readonly Place[] = [
  ...[...EURO, "PT", "SI", "SK"].map((country) => ({ country, currency: "EUR", perDollar: 0.9 })),
  ...["US", "EC", "SV"].map((country) => ({ country, currency: "USD", perDollar: 1 })),
  { country: "TR", currency: "TRY", perDollar: 30 },
  { country: "EG", currency: "EGP", perDollar: 35 },
];

/** Products of each shop, with what it takes in the United States, in dollars a month. */
const SHOPS = {
  table: { anghami: 6, bazaart: 12, blinkist: 13, canva: 18, captions: 10, craft: 10, crunchyroll: 14, dropbox: 12 },
  json: { evernote: 17, faceapp: 10, headway: 13, inshot: 5, mojo: 18, mubi: 15 },
  bare: { notion: 12, photoroom: 10, picsart: 13, reddit: 7 },
  changing: { netflix: 20, todoist: 7 },
  lying: { "netflix-premium": 27 },
  blocking: {
    babbel: 10,
    bumble: 13,
    chatgpt: 20,
    claude: 20,
    cursor: 26,
    deepl: 10,
    deezer: 15,
    elevate: 5,
    grok: 30,
    instagram: 15,
    lovable: 40,
    otter: 17,
  },
} as const satisfies Record<string, Record<string, number>>;
type ShopName = keyof typeof SHOPS;

const BLOCKS_AFTER = 10;
const LIE = 12;
const GERMAN = new Intl.NumberFormat("de-DE", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

type Offer = { country: string; currency: string; amount: number };

/** What a shop takes for a product: less in some countries than in others. Null for one that it does not sell. */
export function listOffers(shop: ShopName, product: string): Offer[] | null {
  const dollars = new Map<string, number>(Object.entries(SHOPS[shop])).get(product);
  if (dollars === undefined) return null;
  return PLACES.map(({ country, currency, perDollar }, at) => ({
    country,
    currency,
    amount: Math.ceil(dollars * perDollar * (1 - (at % 7) / 20)) - 0.01,
  }));
}

export const listProducts = (shop: ShopName): string[] => Object.keys(SHOPS[shop]);

const names = new Intl.DisplayNames("en", { type: "region" });
const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`;

/** `12,99 EUR` */
const print = ({ amount, currency }: Offer) => `${GERMAN.format(amount)} ${currency}`;

const toTable = (offers: readonly Offer[]) =>
  `<table class="prices"><tr><th>Country</th><th>Price</th></tr>${offers
    .map(
      (offer) =>
        `<tr data-country="${offer.country}"><td>${names.of(offer.country)}</td><td>${print(offer)} / month</td></tr>`,
    )
    .join("")}</table>`;

const toCards = (offers: readonly Offer[]) =>
  offers.map((offer) => `<article><h2>${names.of(offer.country)}</h2><b>${print(offer)}</b></article>`).join("");

const toList = (offers: readonly Offer[]) =>
  `<ul>${offers.map((offer) => `<li data-country="${offer.country}">${print(offer)}</li>`).join("")}</ul>`;

const toJson = (offers: readonly Offer[], factor = 1) =>
  JSON.stringify({
    offers: offers.map(({ country, currency, amount }) => ({
      country,
      currency,
      price: (amount * factor).toFixed(2),
      every: "month",
    })),
  });

type State = { isNextDay: boolean; asked: number };

const DRAW: Record<ShopName, (product: string, offers: readonly Offer[], state: State) => string> = {
  table: (product, offers) => page(product, toTable(offers)),
  json: (_, offers) => toJson(offers),
  bare: (product, offers) => page(product, toList(offers)),
  changing: (product, offers, { isNextDay }) => page(product, isNextDay ? toCards(offers) : toTable(offers)),
  lying: (_, offers) => toJson(offers, LIE),
  blocking: (product, offers) => page(product, toTable(offers)),
};

const isShop = (name: string): name is ShopName => Object.hasOwn(SHOPS, name);

/**
 * Serves the shops at `http://127.0.0.1:<port>/<shop>/<product>`; port 0 takes a free one. `POST /next-day` changes the
 * markup of one of them, and lets the one that blocks forget who asked.
 */
export async function startShops(port = 0): Promise<{ url: string; stop(): void }> {
  const state: State = { isNextDay: false, asked: 0 };
  const server = createServer(({ method, url }, response) => {
    const [, shop = "", product = ""] = (url ?? "").split("/");
    if (method === "POST" && shop === "next-day") {
      Object.assign(state, { isNextDay: true, asked: 0 });
      return answer(response, 204, "");
    }
    const offers = isShop(shop) ? listOffers(shop, product) : null;
    if (!isShop(shop) || offers === null) return answer(response, 404, "There is no such page.");
    if (shop === "blocking" && ++state.asked > BLOCKS_AFTER)
      return answer(response, 429, "You are a program. Go away.");
    answer(response, 200, DRAW[shop](product, offers, state));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void server.close().closeAllConnections(),
  };
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": text.startsWith("{") ? "application/json" : "text/html; charset=utf-8",
  });
  response.end(text);
}
