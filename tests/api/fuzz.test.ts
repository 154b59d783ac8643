import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { inlineShared } from "@/lib/openapi/additions";
import { get, send } from "../support/api";
import { makeAnswerCheck } from "../support/openapi-answers";
import { arbitraryCall, type Call, CallableDocument } from "../support/openapi-requests";
import { TEST_SEED } from "../support/random";
import { recordPromise } from "../support/report-promise";
import { Tally } from "../support/tally";

// `npm run test:full` sets FUZZ_RUNS; TEST_SEED repeats a failure.
const runs = Number(process.env.FUZZ_RUNS ?? 500);
/** The OpenAPI document states these rules between parameters only in words. */
const WITH_RULES = /^\/api\/(?:export|history)\b/;
/** These values depend on `format`. */
const OF_FORMAT = /[?&](?:bom=1|delimiter=[^&]*|page_size=(?:\d{4,}|20[1-9]|2[1-9]\d|[3-9]\d\d))(?:&|$)/;
/** Those of exports depend on the dataset. */
const OF_COLUMNS = /\/export.*[?&]columns=/;
const OF_OTHERS = /^\/api\/(?:prices.*[?&](?:date|verified_since)=|compare.*[?&]baseline=)/;
const FAR = /[?&]page=\d{3,}(?:&|$)/;
const LANES = 4;

test(`${runs} generated requests are answered as the OpenAPI document says, seed ${TEST_SEED}`, async () => {
  const document = (await get("/api/openapi.json")).body;
  const check = makeAnswerCheck(document);
  const { paths, ...rest } = CallableDocument.parse(inlineShared(document));
  const tried = Object.entries(paths).filter(([path]) => !/\.\{format\}$/.test(path) || path.includes("products"));
  const calls = arbitraryCall({ ...rest, paths: Object.fromEntries(tried) }, await readExisting()).map((call) => ({
    ...call,
    isValid: call.isValid === true && hasRules(call) ? null : call.isValid,
  }));
  const tally = new Tally();
  console.log(`fuzz: ${runs} requests, seed ${TEST_SEED} (FUZZ_RUNS and TEST_SEED set them)`);
  await Promise.all(
    Array.from({ length: LANES }, (_, lane) =>
      fc.assert(
        fc.asyncProperty(calls, async (call) => {
          const reply = tally.count(call.target, await send(call.method, call.target, { headers: call.headers }));
          const faults = check(call, reply);
          expect(faults, `${call.method} ${call.target} is ${reply.status}: ${reply.text.slice(0, 300)}`).toEqual([]);
        }),
        { numRuns: Math.ceil(runs / LANES), seed: TEST_SEED + lane },
      ),
    ),
  );
  expect(tally.of(200)).toBeGreaterThan(runs / 6);
  expect(tally.of(400)).toBeGreaterThan(runs / 20);
  recordPromise({
    promise: "Bad input: every answer is what the OpenAPI document says, none an error of the server",
    test: "tests/api/fuzz.test.ts",
    figure: `${runs} requests, seed ${TEST_SEED}: ${tally}; 0 undocumented`,
  });
});

const hasRules = ({ path, target }: Call) =>
  WITH_RULES.test(path) || [OF_FORMAT, OF_COLUMNS, OF_OTHERS, FAR].some((rule) => rule.test(target));

async function readExisting() {
  const services = z.object({ data: z.array(z.object({ product: z.string(), category: z.string() })) });
  const { data: products } = services.parse((await get("/api/services?page_size=200")).body);
  const countries = z.object({ data: z.array(z.object({ country: z.string() })) });
  const codes = countries.parse((await get("/api/countries")).body).data.map(({ country }) => country);
  const slugs = products.map(({ product }) => product);
  const either = [...codes, ...codes.map((code) => code.toLowerCase()), "AQ", "KP"];
  const { meta } = z
    .object({ meta: z.object({ dataset_version: z.string() }) })
    .parse((await get("/api/countries")).body);
  const versions = [meta.dataset_version];
  return {
    slug: slugs,
    // Of exports; lists name theirs.
    columns: ["product", "name", "vendor"],
    code: codes,
    product: slugs,
    products: slugs,
    country: either,
    countries: either,
    base: either,
    baseline: either,
    kind: ["added", "changed", "corrected", "ended", "returned", "revalued", "withdrawn"],
    dataset: ["prices", "rates", "coverage", "product=netflix"],
    currency: ["EUR", "try", "JPY", "USD"],
    date: ["2026-01-04", "2026-09-29", "1990-01-01"],
    verified_since: ["2026-01-04", "2026-09-29"],
    ...Object.fromEntries(["version", "since", "until"].map((name) => [name, versions])),
    from: ["2024-02-29", "2026-01-04"],
    to: ["2026-01-04", "2026-09-29"],
    price: ["9.99", "0.01", "1200"],
    q: ["netflix", "netfilx", "music"],
    vendor: ["netflix", "Spotify"],
    category: products.map(({ category }) => category),
  };
}
