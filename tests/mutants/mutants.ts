/** A fault that a user would notice. */
export type Mutant = {
  /** Its area, then what is wrong. */
  name: string;
  file: string;
  /** Text of `file`, which has it exactly once, and what it is replaced by. */
  from: string;
  to: string;
  /** Test files of which one should fail. */
  tests: readonly string[];
  /** Reason why no test can notice it. */
  survives?: string;
};

/** Mutants whose tests need neither a database nor a server. */
export const isOfRules = ({ tests }: Mutant): boolean => tests.every((test) => test.startsWith("tests/rules/"));

const IN_PROCESS =
  /^tests\/api\/(?:import-[\w-]+|corrections|prices|price-filters|chosen-filters|lenses|history)\.test\.ts$/;

/** Mutants whose tests import or answer in their own process: they need a database, and no server of the mutated sources. */
export const isInProcess = ({ tests }: Mutant): boolean => tests.every((test) => IN_PROCESS.test(test));

type Row = readonly [fault: string, from: string, to: string, survives?: string];

/** Mutants of a file and its tests, which are separated by spaces. */
const of = (area: string, file: string, tests: string, rows: readonly Row[]): Mutant[] =>
  rows.map(([fault, from, to, survives]) => ({
    name: `${area}: ${fault}`,
    file,
    from,
    to,
    tests: tests.split(" "),
    ...(survives !== undefined && { survives }),
  }));

export const MUTANTS: readonly Mutant[] = [
  ...of("limits", "lib/access/limits/window.ts", "tests/rules/limit-window.test.ts", [
    ["one request more than the limit", "countAll(inside) >= limit", "countAll(inside) > limit"],
    ["a window of 50 s", "WINDOW_SECONDS = 60", "WINDOW_SECONDS = 50"],
    ["one remains more than there is", "Math.max(0, limit - all)", "Math.max(0, limit - all + 1)"],
  ]),
  ...of("limits", "lib/access/limits/client-address.ts", "tests/rules/client-address.test.ts", [
    ["a forged entry buys a limit", "entries.at(-Math.max(1, trustedHops)) ?? entries[0]", "entries[0]"],
    ["each address of an IPv6 network has a limit", "parts.slice(0, 4)", "parts.slice(0, 8)"],
  ]),
  ...of("limits", "lib/access/limits/headers.ts", "tests/rules/limit-window.test.ts", [
    ["Retry-After ends too early", "Math.ceil(resetInMs / 1000)", "Math.floor(resetInMs / 1000)"],
  ]),
  ...of("limits", "lib/access/keys/rules.ts", "tests/rules/keys.test.ts", [
    ["a revoked key is accepted", "return Number.NEGATIVE_INFINITY", "return Number.POSITIVE_INFINITY"],
    ["an old token never ends", "return Math.min(key", "return Math.max(key"],
  ]),
  ...of("paging", "components/ui/pager-rules.ts", "tests/rules/ui.test.ts", [
    ["the neighbour page has no link", "page, page + 1, totalPages", "page, totalPages"],
    ["a gap stands for one page", "n - previous === 2", "n - previous === 1"],
  ]),
  ...of("limits", "lib/api/query.ts", "tests/rules/bounds.test.ts", [
    ["an address of too many parameters is read", "parameters > MAX_PARAMETERS", "parameters > 2 * MAX_PARAMETERS"],
  ]),
  ...of("paging", "lib/catalogue/prices/data.ts", "tests/api/prices.test.ts", [
    ["the second page begins a row late", "skip: (page - 1) * page_size,", "skip: (page - 1) * (page_size + 1),"],
  ]),
  ...of("paging", "lib/api/reply.ts", "tests/api/prices.test.ts", [
    ["the last page is not counted", "Math.ceil(total / pageSize)", "Math.floor(total / pageSize)"],
    ["the last page leads on", "page < last ? to(page + 1)", "page <= last ? to(page + 1)"],
    [
      "a walk over the pages changes the dataset",
      "if (pin !== undefined) pairs.push",
      "if (pin === undefined) pairs.push",
    ],
  ]),
  ...of("sorting", "components/countries/sort-ranking.ts", "tests/rules/sorting.test.ts", [
    [
      "countries without the value come first",
      "Number(one === null) - Number(other === null)",
      "Number(other === null) - Number(one === null)",
    ],
    ["the order of a column is not reversed", "return sign * difference ||", "return difference ||"],
    ["the lightest burden comes first", 'sort === "burden" ? "descending"', 'sort === "name" ? "descending"'],
  ]),
  ...of("sorting", "lib/catalogue/prices/table-rules.ts", "tests/rules/sorting.test.ts", [
    [
      "prices without dollars come first in descending order",
      "Number(unknown(a)) - Number(unknown(b))",
      "sign * (Number(unknown(a)) - Number(unknown(b)))",
    ],
  ]),
  ...of("sorting", "lib/catalogue/products/data.ts", "tests/api/chosen-filters.test.ts", [
    ["the cheapest is sorted by the highest price", "orNull(figures[tax].min)", "orNull(figures[tax].max)"],
  ]),
  ...of("sorting", "lib/catalogue/compare/arrange-rules.ts", "tests/rules/compare.test.ts", [
    ["partial totals stand among complete ones", "total.complete ? 1 : 2", "1"],
    ["the baseline takes the place of its total", "return [0, 0]", "return [1, total?.usd_monthly ?? 0]"],
  ]),
  ...of("sorting", "lib/catalogue/prices/data.ts", "tests/api/price-filters.test.ts", [
    ["prices without dollars lead a list", 'nulls: "last"', 'nulls: "first"'],
    ["a descending list ascends", 'sort.startsWith("-") ? "desc" : "asc"', '"asc" as const'],
  ]),
  ...of("tax view", "lib/catalogue/prices/amount-rules.ts", "tests/rules/amounts.test.ts", [
    [
      "the rate is taken from the whole amount",
      ".times(100).div(new Big(rate_pct).plus(100))",
      ".times(new Big(100).minus(rate_pct)).div(100)",
    ],
    ["tax is taken out of prices that have none", 'treatment === "included" && rate_pct', "rate_pct"],
  ]),
  ...of("tax view", "lib/catalogue/prices/rules.ts", "tests/rules/compare.test.ts", [
    [
      "a price whose tax is unknown is shown with it",
      "usd_monthly: price.tax.ex_tax_usd_monthly,",
      "usd_monthly: price.tax.ex_tax_usd_monthly ?? price.usd_monthly,",
    ],
  ]),
  ...of("tax view", "lib/catalogue/compare/rules.ts", "tests/rules/compare.test.ts", [
    ["cells are chosen by the price with tax", 'tax === "excluded" ? without : shown', "shown"],
  ]),
  ...of("tax view", "lib/catalogue/price-index/without-tax.ts", "tests/rules/median-relative.test.ts", [
    [
      "the medians beside each other are of other products",
      "usd: price.exTaxUsd === null ? null : price.usd",
      "usd: price.usd",
    ],
  ]),
  ...of("tax view", "lib/catalogue/tax/lens-sql.ts", "tests/api/lenses.test.ts", [
    [
      "tax is taken from the whole amount, in the database",
      "100.000000000000000000 / (100 + rate_pct)",
      "(100.000000000000000000 - rate_pct) / 100",
    ],
    ["a day has the rate of another day", "valid_to IS NULL OR valid_to >=", "valid_to IS NULL OR valid_to >"],
  ]),
  ...of("savings", "lib/findings/saving-rules.ts", "tests/rules/savings.test.ts tests/rules/evidence.test.ts", [
    ["a month's saving is told as a year's", "usdYearly: 12 * usdMonthly", "usdYearly: usdMonthly"],
  ]),
  ...of("savings", "lib/catalogue/prices/rules.ts", "tests/rules/evidence.test.ts", [
    ["of a product that is not certain", 'ranking === "certain" && prices', "prices"],
    [
      "of a price that is not ranked",
      "every((price) => price?.ranked === true)",
      "some((price) => price?.ranked === true)",
    ],
  ]),
  ...of("savings", "lib/catalogue/compare/rules.ts", "tests/rules/compare.test.ts", [
    ["a year has ten months", "saved.times(12)", "saved.times(10)"],
    ["per cent of the cheaper price", "saved.div(dear)", "saved.div(cheap)"],
    ["a mix without all products", "picks.length === products.length ?", "picks.length > 0 ?"],
    ["a row is measured against the dearest country", "costOf(slug, base);", "dearest;"],
  ]),
  ...of("savings", "lib/catalogue/compare/rules.ts", "tests/rules/evidence.test.ts", [
    ["of two prices one may be unranked", "!from.isCertain || !to.isCertain", "!from.isCertain && !to.isCertain"],
    ["an outdated price is in a total", "price.outdated === true && !isRanked", "false"],
  ]),
  ...of("rates", "lib/contract/days.ts", "tests/rules/history.test.ts", [
    ["a rate holds a day longer", "RATE_VALID_DAYS = 10", "RATE_VALID_DAYS = 11"],
  ]),
  ...of("rates", "lib/catalogue/prices/history-rules.ts", "tests/rules/history.test.ts", [
    ["a rate of a later day is used", "known[countUntil(known, day) - 1]", "known[countUntil(known, day)]"],
  ]),
  ...of("rates", "lib/catalogue/fx/redenomination-rules.ts", "tests/rules/history.test.ts", [
    [
      "a redenomination is a change of the vendor's",
      'factor: "1.95583" },\n  { from: "BGL"',
      'factor: "1.9" },\n  { from: "BGL"',
    ],
  ]),
  ...of("rates", "lib/import/read/formats/rates.ts", "tests/rules/import-formats.test.ts", [
    ["the ECB's rates are turned round", ": [usd, units]", ": [units, usd]"],
  ]),
  ...of("rates", "lib/catalogue/fx/rules.ts", "tests/rules/amounts.test.ts", [
    ["dollars are multiplied instead of divided", "Big(usd).div(usdPerUnit)", "Big(usd).times(usdPerUnit)"],
    [
      "the remembered currency goes before the one asked for",
      "const found = find(wanted);",
      "const found = find(remembered) ?? find(wanted);",
    ],
  ]),
  ...of("rates", "lib/contract/period-rules.ts", "tests/rules/amounts.test.ts", [
    ["weeks are a quarter of a month", "weekly: [13, 3]", "weekly: [4, 1]"],
  ]),
  ...of("rates", "lib/dataset/rate-rules.ts", "tests/api/import-merge.test.ts", [
    [
      "the Currency API goes before the ECB",
      "WHEN 'ecb' THEN 0 WHEN 'currency-api' THEN 1",
      "WHEN 'ecb' THEN 1 WHEN 'currency-api' THEN 0",
    ],
  ]),
  ...of("rates", "lib/dataset/rate-rules.ts", "tests/faults/rate-day.test.ts", [
    ["prices at a stale rate are compared", "usd_monthly IS NOT NULL AND NOT", "usd_monthly IS NOT NULL OR"],
  ]),
  ...of("imports", "server/database.ts", "tests/api/any-clock.test.ts", [
    ["the bundled files need a clock that is right", "isBundled: true", "isBundled: false"],
  ]),
  ...of("imports", "lib/import/read/printed-price-rules.ts", "tests/rules/minus-signs.test.ts", [
    ["a price printed with U+2212 is positive", "\\p{Pd}\\u2212\\u207b", "\\p{Pd}\\u207b"],
  ]),
  ...of("imports", "lib/import/read/cell-rules.ts", "tests/rules/minus-signs.test.ts", [
    [
      "an amount with U+2212 is positive",
      "(\\.\\d{1,4})?$/.test(text)",
      '(\\.\\d{1,4})?$/.test(text.replace(/^\\u2212/, ""))',
    ],
  ]),
  ...of("imports", "lib/import/read/cell-rules.ts", "tests/rules/import-cells.test.ts", [
    [
      "a day in the future is taken",
      "if (text > latestDay) return",
      "if (text < latestDay && text > latestDay) return",
    ],
    ["a day that does not exist is taken", "new Date(time).toISOString().slice(0, 10) === text", "true"],
    ["a withdrawn currency is taken", " || isInForce(code, day)) return null", " || true) return null"],
  ]),
  ...of("imports", "lib/import/read/printed-price-rules.ts", "tests/rules/printed-price.test.ts", [
    ["a thousand is read as one", "fraction.length > decimals", "fraction.length > 3"],
  ]),
  ...of("imports", "lib/import/read/csv.ts", "tests/rules/import-formats.test.ts", [
    ["a row with too many columns is read", "cells.length !== row.header.length", "cells.length < row.header.length"],
  ]),
  ...of("imports", "lib/import/read/formats/native.ts", "tests/rules/import-formats.test.ts", [
    [
      "a price without a currency is taken",
      'value(column) === "" && value(other) !== ""',
      'value(column) === "" && value(other) === "-"',
    ],
  ]),
  ...of("imports", "lib/import/check/check-prices.ts", "tests/api/corrections.test.ts", [
    [
      "a contradiction of what is stored is taken",
      "AND (amount, currency) IS DISTINCT FROM (lag(amount) OVER w, lag(currency) OVER w) AS is_other",
      "AND currency IS DISTINCT FROM lag(currency) OVER w AS is_other",
    ],
  ]),
  ...of("imports", "lib/import/report/find-warnings.ts", "tests/api/import-merge.test.ts", [
    ["a jump stops no import", 'list("jump", true, JUMPS(false))', 'list("jump", false, JUMPS(false))'],
    ["half of a product may be lost", "FALL_SHARE = 0.3", "FALL_SHARE = 0.6"],
  ]),
  ...of("imports", "lib/import/report/price-changes.ts", "tests/api/import-merge.test.ts", [
    ["a redenomination is a change of price", "pair WHERE NOT", "pair WHERE true OR"],
  ]),
  ...of("imports", "lib/import/check/check-prices.ts", "tests/api/import-formats.test.ts", [
    [
      "a price that agrees with no rate is guessed",
      "greatest(0.02 * price_usd, 0.005)",
      "greatest(0.9 * price_usd, 0.005)",
    ],
  ]),
  ...of("roles", "lib/access/staff/rules.ts", "tests/rules/staff.test.ts", [
    ["a viewer may revoke keys", '"key.revoke": EDITORS', '"key.revoke": EVERYONE'],
    ["a viewer may publish", '"change.decide": EDITORS', '"change.decide": EVERYONE'],
    ["an editor may add staff", '"staff.add": OWNERS', '"staff.add": EDITORS'],
    ["an editor may not answer reports", '"report.close": EDITORS', '"report.close": OWNERS'],
    ["a sign-in is fresh for an hour", "FRESH_SECONDS = 15 * 60", "FRESH_SECONDS = 60 * 60"],
    ["a stolen session adds a passkey", '"passkey.add",\n  "passkey.remove",\n]', '"passkey.remove",\n]'],
    ["signing in leads to another site", "url.origin === new URL(home).origin && isStaffPage", "isStaffPage"],
    ["a form of an http page is taken", '? ["https:"] :', '? ["http:", "https:"] :'],
  ]),
  ...of("roles", "lib/access/staff/gate.ts", "tests/api/staff-matrix.test.ts", [
    ["an action asks for no role", "if (!may(staff.role, action)) redirect(NOT_ALLOWED_PATH);", ""],
  ]),
  ...of("roles", "lib/access/staff/current-data.ts", "tests/api/staff-matrix.test.ts", [
    ["a page asks for no role", "if (!may(staff.role, action)) forbidden();", ""],
  ]),
  ...of("second person", "lib/desk/changes/rules.ts", "tests/rules/desk.test.ts", [
    ["who had a hand in it approves it", "set.authorIds.includes(by.id) || ", ""],
    ["the author approves it", " || set.author.toLowerCase() === by.email.toLowerCase()", ""],
    ["names change without one", "...(rows.count > 0 ? [describeRows(rows)] : []),", ""],
    ["past rates are written without one", "...(fx.past > 0", "...(fx.past < 0"],
    ["six readings need none", "HANDFUL = 5", "HANDFUL = 6"],
    ["a source that is read needs none", 'origin !== "refresh" && isFew', "isFew"],
    ["small steps add up", "before: level.seen ?? level.before", "before: level.before"],
  ]),
  ...of("second person", "lib/desk/changes/mutations.ts", "tests/api/change-sets.test.ts", [
    ["an approval takes what was not seen", 'state: "waiting", digest }', 'state: "waiting" }'],
  ]),
  ...of("second person", "lib/desk/verify/mutations.ts", "tests/api/change-sets.test.ts", [
    ["who takes a row out is no author", "authorIds: { push: staffId }", "authorIds: { push: [] }"],
  ]),
  ...of("second person", "lib/desk/refresh/mutations.ts", "tests/api/change-sets.test.ts tests/api/refresh.test.ts", [
    ["who has a source read is no author", "...(askedBy !== undefined && { authorIds: [askedBy] }),", ""],
  ]),
  ...of("doors", "lib/desk/reports/mutations.ts", "tests/api/reports.test.ts", [
    ["open reports of a price mute other senders", "AND closed_at IS NULL AND sender = $1)", "AND closed_at IS NULL)"],
  ]),
  ...of("doors", "lib/access/staff/attempt-mutations.ts", "tests/api/staff-sign-in.test.ts", [
    ["a stranger's failures keep the person out", "count({ account, address })", "count({ account })"],
    ["a known browser has no count of its own", "browser === null ? address : BROWSER + browser", "address"],
  ]),
  ...of("doors", "lib/access/staff/check-passkey.ts", "tests/api/staff-passkeys.test.ts", [
    ["what a passkey signed counts twice", "source, challenge)", "source)"],
  ]),
  ...of("doors", "lib/access/staff/passkey-mutations.ts", "tests/api/staff-passkeys.test.ts", [
    ["a copy of a passkey is not noticed", "counter: { lt: counter }", "counter: { lte: counter }"],
  ]),
  ...of("doors", "lib/access/staff/passkeys.ts", "tests/api/staff-passkeys.test.ts", [
    ["a passkey lets another member in", "if (!isMembers || response.id", "if (response.id"],
    ["a device need not confirm the person", "requireUserVerification: true", "requireUserVerification: false"],
  ]),
  ...of("doors", "lib/access/staff/challenge.ts", "tests/api/staff-passkeys.test.ts", [
    ["an offer need not be ours", "const isOwn = isSigned(", 'const isOwn = signature !== "" || isSigned('],
    ["an offer never ends", "isOwn && Number(end) > currentTime().getTime() ?", "isOwn ?"],
  ]),
  ...of("findings", "lib/findings/comparison-rules.ts", "tests/rules/named-or-counted.test.ts", [
    ["five are named", "MAX_NAMED = 4", "MAX_NAMED = 5"],
    ["three are named", "MAX_NAMED = 4", "MAX_NAMED = 3"],
  ]),
  ...of("findings", "lib/findings/ranking-rules.ts", "tests/rules/named-or-counted.test.ts", [
    ["four dearer countries are named", "dearer.length <= 3", "dearer.length <= 4"],
  ]),
  ...of("findings", "lib/findings/times-rules.ts", "tests/rules/about-the-same.test.ts", [
    ["0.9 times is about the same", "ratio > SAME_FROM", "ratio >= SAME_FROM"],
    ["1.1 times is not about the same", "ratio <= SAME_TO", "ratio < SAME_TO"],
  ]),
  ...of("findings", "lib/findings/product-rules.ts", "tests/rules/about-the-same.test.ts", [
    ["twice half a per cent is about the same", "SAME_PCT = 0.5", "SAME_PCT = 1"],
  ]),
  ...of("findings", "lib/text/format.ts", "tests/rules/format.test.ts", [
    ["less is told as more", 'pct < 0 ? "less" : "more"', 'pct > 0 ? "less" : "more"'],
  ]),
  ...of("findings", "lib/findings/standing-rules.ts", "tests/rules/findings.test.ts", [
    ["one method is enough for clearly cheaper", "median_high < 0 && model.high < 100", "median_high < 0"],
  ]),
  ...of("findings", "components/services/browse-words.ts", "tests/rules/browse-words.test.ts", [
    ["/services counts those that cost more", "formatCount(belowUs)", "formatCount(compared - belowUs)"],
  ]),
  ...of("findings", "app/(site)/services/page.tsx", "tests/api/services-finding.test.ts", [
    ["/services counts equal prices as less", "usd_monthly ?? 0) < (mine", "usd_monthly ?? 0) <= (mine"],
  ]),
  ...of("findings", "lib/catalogue/prices/series-history-sql.ts", "tests/api/publish.test.ts", [
    ["the 12-month low is that of 11 months", "interval '12 months'", "interval '11 months'"],
  ]),
  ...of("findings", "lib/catalogue/prices/series-history-sql.ts", "tests/api/history.test.ts", [
    ["the 12-month low leaves out what began before", "AND last_seen_on >=", "AND first_seen_on >="],
  ]),
  ...of("price index", "lib/contract/basket.ts", "tests/rules/median-relative.test.ts", [
    ["an index of 29 products", "MIN_BASKET_SIZE = 30", "MIN_BASKET_SIZE = 29"],
  ]),
  ...of("ranking", "lib/catalogue/prices/ranking-sql.ts", "tests/api/ranking.test.ts tests/api/outdated.test.ts", [
    ["two undoubted prices are enough", "undoubted >= 3 AND", "undoubted >= 2 AND"],
    ["a third of undoubted prices is enough", "2 * undoubted >= countries OR", "3 * undoubted >= countries OR"],
    ["a doubted price is ranked beside enough others", "NOT (is_doubted AND is_certain)", "true"],
    [
      "the lowest goes before the undoubted",
      "country, is_doubted, usd, platform",
      "country, usd, is_doubted, platform",
    ],
    ["outdated prices are ranked", "WHERE is_last_seen OR NOT is_outdated", "WHERE true"],
  ]),
  ...of("ranking", "lib/catalogue/prices/ranking-rules.ts", "tests/api/outdated.test.ts", [
    ["outdated a day early", "OUTDATED_AFTER_DAYS = 120", "OUTDATED_AFTER_DAYS = 119"],
  ]),
  ...of("price index", "lib/catalogue/price-index/rules.ts", "tests/rules/median-relative.test.ts", [
    ["Android goes before iOS", '["ios", "android"', '["android", "ios"'],
  ]),
  ...of("price index", "lib/catalogue/price-index/median-relative.ts", "tests/rules/median-relative.test.ts", [
    ["equal levels have different ranks", "other.level < level", "other.level <= level"],
    ["equal prices count as cheaper", "relative.value < 0)", "relative.value <= 0)"],
  ]),
  ...of("price index", "lib/contract/percentiles.ts", "tests/rules/median-relative.test.ts", [
    ["a percentile is the rank below", "(upper - lower) * (position - below)", "(upper - lower) * 0"],
    ["the interval of the median is one of 90%", "OUTSIDE = 0.05", "OUTSIDE = 0.1"],
  ]),
  ...of("price index", "lib/catalogue/price-index/price-table.ts", "tests/rules/country-product-dummy.test.ts", [
    [
      "a product on two platforms counts twice",
      "weight[place] = 1 / at(prices, at(country, place))",
      "weight[place] = 1",
    ],
  ]),
  ...of(
    "price index",
    "lib/catalogue/price-index/country-product-dummy.ts",
    "tests/rules/country-product-dummy.test.ts",
    [
      [
        "the interval of the model has a degree of freedom too many",
        "MODEL_CONFIDENCE, counts.clusters - 1",
        "MODEL_CONFIDENCE, counts.clusters",
      ],
      ["ranks leave out the dearer", "dearer.rankLow += 1", "dearer.rankLow += 0"],
    ],
  ),
  ...of("price index", "lib/catalogue/price-index/index-changes.ts", "tests/rules/median-relative.test.ts", [
    ["a change is told of another basket", "if (!isSame || products.some", "if (products.some"],
  ]),
];
