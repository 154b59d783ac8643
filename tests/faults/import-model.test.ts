import fc from "fast-check";
import { expect, test } from "vitest";
import { importFiles } from "@/lib/import/import-files";
import { PRICE_CORRECTION_HEADER } from "@/tests/support/corrections";
import { type Folder, makeFolder, OF_NEWEST, query, readRuns } from "@/tests/support/import-cli";
import {
  arbitraryDraw,
  DRAWN_SOURCES,
  type Draw,
  findCorrections,
  packDraws,
  toProduct,
} from "@/tests/support/merge-draws";
import { type Corrected, MergeModel, type ModelMove, type Outcome, type Row } from "@/tests/support/merge-model";
import { seedRandom, TEST_SEED } from "@/tests/support/random";
import { recordPromise } from "@/tests/support/report-promise";
import { createDatabase } from "@/tests/support/server";

// Compares the merge with a model in memory; many draws share one import. MERGE_DRAWS=20000 draws more, TEST_SEED
// repeats a failure.
const draws = Number(process.env.MERGE_DRAWS ?? 1_000);
const PACKED = Math.min(draws, 1_000);
const TIMEOUT_MS = 60_000 + draws * 100;
const TOLD = 10;

const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const SOURCES = [
  "id,name,publisher,url,license,attribution",
  ...DRAWN_SOURCES.map((id) => `${id},Source ${id},Someone,https://${id}.example/,CC0-1.0,Someone`),
].join("\n");
const STATES = `
  SELECT concat_ws(' ', s.product, s.country, s.platform, s.period) AS series, trim_scale(amount), currency, source_id, source_url,
    verified_on, changed_on
  FROM series s LEFT JOIN price p ON p.series_id = s.id AND ${OF_NEWEST} ORDER BY series`;
const RUNS =
  "concat_ws(' ', product, country, platform, period), trim_scale(amount), currency, first_seen_on, last_seen_on, source_url";

const toLine = ({ series, amount, currency, day, source, url }: Row) =>
  [...series.split(" "), amount, currency, day, source, url].join(",");

async function importStep(at: { url: string; folder: Folder; model: MergeModel; step: string }, files: Row[][]) {
  const given = files.map((rows) => rows.filter((row) => !at.model.contradicts(row))).filter((rows) => rows.length > 0);
  if (given.length === 0) return;
  const paths = [];
  for (const [number, rows] of given.entries()) {
    const content = [HEADER, ...rows.map(toLine), ""].join("\n");
    paths.push(await at.folder.write(`step-${at.step}-${number}.csv`, content));
  }
  const expected = at.model.importFiles(given);
  const result = await importFiles({
    files: paths.toReversed(),
    connectionString: at.url,
    importedBy: "test",
    acceptsOutliers: true,
  });
  const isPublished = expected.counts.some(({ added, changed, confirmed }) => added + changed + confirmed > 0);
  expect({ hasChanges: result.hasChanges, isPublished: result.published !== null }).toEqual({
    hasChanges: isPublished,
    isPublished,
  });
  expect(
    result.files.map(({ added, changed, confirmed, unchanged }) => ({ added, changed, confirmed, unchanged })),
  ).toEqual(expected.counts);
  if (!isPublished) return;
  expect(result.endedSeries).toBe(expected.ended);
  expect(result.largestChanges.map(({ percent: _, ...move }) => move)).toEqual(largestMoves(expected));
  expect(countJumps(result.warnings)).toEqual(countJumps(jumpsOf(expected.moves)));
}

const toCorrectionLine = ({ series, day, row }: Corrected) =>
  [
    ...series.split(" "),
    ...(row
      ? [day, "replace", row.amount, row.currency, "typing_error", "", row.source, row.url]
      : [day, "withdraw", "", "", "source_error", "", "", ""]),
  ].join(",");

async function correctStep(at: { url: string; folder: Folder; model: MergeModel }, corrections: Corrected[]) {
  if (corrections.length === 0) return;
  at.model.correct(corrections);
  const content = [PRICE_CORRECTION_HEADER, ...corrections.map(toCorrectionLine), ""].join("\n");
  const result = await importFiles({
    files: [await at.folder.write("corrections.csv", content)],
    connectionString: at.url,
    importedBy: "test",
    acceptsOutliers: true,
  });
  expect(result.files).toMatchObject([{ added: 0, changed: corrections.length, confirmed: 0, unchanged: 0 }]);
}

function largestMoves({ moves }: Outcome) {
  return moves
    .toSorted((a, b) => sizeOf(b) - sizeOf(a) || (keyOf(a) < keyOf(b) ? -1 : 1))
    .slice(0, TOLD)
    .map(({ series, currency, previousAmount, previousOn, amount, observedOn }) => {
      const [product, country, platform, period] = series.split(" ");
      const amounts = { previousAmount: String(previousAmount), previousCurrency: currency, amount: String(amount) };
      return { product, country, platform, period, currency, ...amounts, previousOn, observedOn };
    });
}
const keyOf = ({ series, observedOn }: ModelMove) => `${series} ${observedOn}`;

const sizeOf = ({ amount, previousAmount }: ModelMove) =>
  Math.max(amount, previousAmount) / Math.min(amount, previousAmount);
const isJump = (move: ModelMove) => sizeOf(move) > 5;
const jumpsOf = (moves: readonly ModelMove[]) =>
  [false, true].map((isNewSeries) => ({
    kind: "jump",
    isBlocking: !isNewSeries,
    count: moves.filter((move) => isJump(move) && move.isNewSeries === isNewSeries).length,
  }));
const countJumps = (warnings: readonly { kind: string; isBlocking: boolean; count: number }[]) =>
  warnings
    .filter(({ kind, count }) => kind === "jump" && count > 0)
    .map(({ isBlocking, count }) => ({ isBlocking, count }));

test(`${draws} drawn imports end as the model says, seed ${TEST_SEED}`, { timeout: TIMEOUT_MS + 60_000 }, async () => {
  const pack = fc.record(
    {
      drawn: fc.array(arbitraryDraw, { minLength: 1, maxLength: PACKED, size: "max" }),
      order: fc.nat(),
    },
    { noNullPrototype: true },
  );
  let count = 0;
  let hasFailed = false;
  const property = fc.asyncProperty(pack, async ({ drawn, order }) => {
    // Ends early, because packs vary in size; a failure goes on, so that it is shrunk.
    if (count >= draws && !hasFailed) return;
    count += drawn.length;
    await importPack(drawn, order).catch((error) => {
      hasFailed = true;
      throw error;
    });
  });
  const limits = { interruptAfterTimeLimit: TIMEOUT_MS, markInterruptAsFailure: true };
  await fc.assert(property, { seed: TEST_SEED, numRuns: Math.ceil(draws / PACKED) * 10, ...limits });
  expect(count).toBeGreaterThanOrEqual(draws);
  recordPromise({
    promise: "Import: whatever repeats or overlaps, prices, runs, changes and counts are those of a model in memory",
    test: "tests/faults/import-model.test.ts",
    figure: `${count} drawn imports of up to 4 steps and 3 files, with corrections between, seed ${TEST_SEED}: 0 differ`,
  });
});

async function importPack(drawn: readonly Draw[], order: number): Promise<void> {
  await using database = await createDatabase("migrated");
  await using folder = await makeFolder();
  const model = new MergeModel();
  const products = [
    "slug,name,vendor,service,category,plan,website,in_basket",
    ...drawn.map((_, number) => `${toProduct(number)},X,,X,ai,Pro,,true`),
  ];
  const catalogue = [await folder.write("s.csv", SOURCES), await folder.write("p.csv", products.join("\n"))];
  await importFiles({ files: catalogue, connectionString: database.url, importedBy: "test" });
  const at = { url: database.url, folder, model };
  const steps = packDraws(drawn, seedRandom(order));
  for (const [step, files] of steps.entries()) {
    await importStep({ ...at, step: String(step) }, files);
    await correctStep(at, findCorrections(drawn, step, model));
  }
  await importStep({ ...at, step: "again" }, [steps.flat(2)]);
  expect((await query(database.url, STATES)).map((row) => row.join("|"))).toEqual(model.states());
  expect((await readRuns(database.url, RUNS)).map((row) => row.join("|"))).toEqual(model.runs());
}
