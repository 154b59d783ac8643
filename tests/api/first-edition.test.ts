import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { z } from "zod";
import { get } from "../support/api";
import { baseUrl } from "../support/server";

// Answers from before the second edition, one a line; long lists and files are shortened.
const Recorded = z.object({ call: z.string(), status: z.int(), type: z.string(), body: z.unknown() });
const CALLS = readFileSync("tests/api/first-edition.ndjson", "utf8")
  .trim()
  .split("\n")
  .map((line) => Recorded.parse(JSON.parse(line)));

const Cut = z.strictObject({ length: z.int(), first: z.array(z.unknown()) });
const Lines = z.strictObject({ lines: z.int(), first: z.array(z.string()) });
const Members = z.record(z.string(), z.unknown());

/** Removed before any release. */
const isGone = (place: string) =>
  /\.(?:ppp_ratio|ppp_year|ppp_reason|share_mode|mode_pct|(?:model_)?se_classical|age_days|stale|index_fx_date)$/.test(
    place,
  );
/** Names of 2.0.0. */
const RENAMED: Readonly<Record<string, string>> = {
  slug: "product",
  countries: "n_countries",
  usd_monthly_min: "min",
  usd_monthly_median: "median",
  usd_monthly_max: "max",
  cheapest_usd_monthly: "min",
  code: "country",
  products: "n_products",
  prices: "n_prices",
  basket_size: "index_n_products",
  percent: "pct",
  cheaper_share: "cheaper_pct",
  share_equal_us: "equal_pct",
  priced: "n_products",
  total_usd_monthly: "usd_monthly",
  ex_tax_basket_size: "ex_tax_n_products",
  ppp_ratio: "purchasing_power_ratio",
  ppp_year: "purchasing_power_year",
  common_products: "index_common_basket_n_products",
  common_pct_vs_us: "index_common_basket_pct_vs_us",
  ppp_factor: "purchasing_power_factor",
  ppp_official_rate: "purchasing_power_official_rate",
  ppp_reason: "purchasing_power_reason",
  price_level: "purchasing_power_price_level",
  previous_version: "index_change_previous_version",
  change_products: "index_change_n_products",
  gni_per_capita_usd: "income_gni_per_capita_usd",
};
/** Its name, or what 2.0.0 calls it; columns of an index are paths in its record. */
const namesNow = (name: string): string[] => {
  const now = RENAMED[name] ?? name;
  return [name, now, `index_${now}`, now.replace(/^index_/, "")];
};
const isShare = (place: string) => /\.(?:cheaper_share|share_equal_us)$/.test(place);
/**
 * The saving of a product was against the dearest country, and is against the baseline. What is cheapest may have been a price
 * of long ago. A total is null where a price is missing.
 */
const isChanged = (place: string) =>
  /\.matrix\[\d+\]\.saving$/.test(place) ||
  /\.totals\[\d+\]\.usd_monthly$/.test(place) ||
  /^(?:tax-free)?\.data\.(?:cheapest|usd_monthly_min)$/.test(place);

/** These may grow: accepted values increase, and texts are not promised. */
const isOpen = (place: string) => /\.(?:allowed|detail|suggestions)$/.test(place);

/** Before the place of a member in the answer of a call of list prices without tax. */
const TAX_FREE = "tax-free";
/** US dollars of prices and products were without tax; they are of list prices in either view. */
const isOfList = (place: string) =>
  place.startsWith(TAX_FREE) &&
  /\.(?:usd|usd_monthly|us_usd_monthly|pct_vs_us|usd_monthly_(?:min|median|max)|cheapest|cheapest_usd_monthly)$/.test(
    place,
  );

const INDEX_FIGURE =
  /\.(?:p\d\d_pct|pct_vs_us|shown_pct_vs_us|rank|value|ratio|low|high|se|cheaper_share|share_equal_us|basket_size|(?:model|median|common|income|ppp|ex_tax)_\w+|levels\[\d+\]\.\w+)$/;
/** An outdated price is in no index: Argentina has a product less, and what follows from that moves a little. */
const isOfIndex = (recorded: unknown, now: unknown, place: string) =>
  INDEX_FIGURE.test(place) && Math.abs(Number(recorded ?? Number.NaN) - Number(now ?? Number.NaN)) <= 1;

function findDifferences(recorded: unknown, now: unknown, place = ""): string[] {
  if (isGone(place) && now === undefined) return [];
  if (isOfIndex(recorded, now, place)) return [];
  if (isChanged(place) || isOfList(place)) return now === undefined ? [`${place} is missing`] : [];
  if (isOpen(place)) return now === undefined ? [`${place} is missing`] : [];
  const cut = Cut.safeParse(recorded).data;
  if (cut !== undefined) {
    if (!Array.isArray(now) || now.length !== cut.length) return [`${place} has another length`];
    return cut.first.flatMap((one, at) => findDifferences(one, now[at], `${place}[${at}]`));
  }
  if (Array.isArray(recorded)) {
    if (!Array.isArray(now) || now.length !== recorded.length) return [`${place} has another length`];
    return recorded.flatMap((one, at) => findDifferences(one, now[at], `${place}[${at}]`));
  }
  if (typeof recorded === "object" && recorded !== null) {
    const members = Members.safeParse(now).data;
    if (members === undefined) return [`${place} is no object any more`];
    return Object.entries(recorded).flatMap(([name, one]) =>
      findDifferences(one, members[namesNow(name).find((now) => now in members) ?? name], `${place}.${name}`),
    );
  }
  if (isShare(place) && typeof recorded === "number")
    return findDifferences(Math.round(recorded * 1e4) / 100, now, `${place}.value`);
  return Object.is(recorded, now) ? [] : [`${place} was ${JSON.stringify(recorded)} and is ${JSON.stringify(now)}`];
}

const readRows = (lines: readonly string[]) =>
  z.array(Members).parse(parse(lines.join("\r\n"), { columns: true, relax_column_count: true }));

/**
 * Withdrawn calls: lists end at the 100,000th row, and factors follow from countries. Netflix was last seen in Antarctica in April,
 * and is in no total there.
 */
const isWithdrawn = (call: string) =>
  call === "/api/prices?page=1000000" || call.startsWith("/api/multipliers") || call.includes("countries=AQ,US");
const KEPT = CALLS.filter(({ call }) => !isWithdrawn(call));

/** The dataset that was served then: the first version of the bundled data. */
const VERSION = "2026-09-29.1";
const inVersion = (call: string) => `${call}${call.includes("?") ? "&" : "?"}version=${VERSION}`;

test.each(KEPT)("$call is answered as before, with fields added", async ({ call, status, type, body }) => {
  const reply = await get(JSON.stringify(body).includes(VERSION) ? inVersion(call) : call);
  expect([reply.status, reply.headers.get("content-type")?.split(";")[0]]).toEqual([status, type]);
  const place = call.includes("tax=excluded") && !call.startsWith("/api/compare") ? TAX_FREE : "";
  const lines = Lines.safeParse(body).data;
  if (lines !== undefined) {
    const now = reply.text.split("\r\n").slice(0, -1);
    expect(now).toHaveLength(lines.lines);
    expect(findDifferences(readRows(lines.first), readRows(now.slice(0, lines.first.length)))).toEqual([]);
    return;
  }
  const text = reply.text
    .replaceAll(baseUrl, "http://here")
    .replace(/urn:uuid:[0-9a-f-]+/, "urn:uuid:")
    // Links name the version, so that all pages of a walk show the same one.
    .replace(/[?&]version=[\d.-]+(?=")/g, "");
  expect(findDifferences(body, JSON.parse(text), place)).toEqual([]);
});

test("sixty calls are recorded", () => {
  expect(CALLS).toHaveLength(60);
  expect(KEPT).toHaveLength(53);
});
