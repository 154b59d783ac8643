import "server-only";
import { z } from "zod";
import { findCategories } from "@/lib/catalogue/categories/data";
import { listCategories } from "@/lib/catalogue/categories/endpoints";
import { answerComparison } from "@/lib/catalogue/compare/data";
import { compare } from "@/lib/catalogue/compare/endpoints";
import { findCountry } from "@/lib/catalogue/countries/detail/data";
import { getCountry } from "@/lib/catalogue/countries/detail/endpoints";
import { listCountries } from "@/lib/catalogue/countries/endpoints";
import { listRates } from "@/lib/catalogue/fx/endpoints";
import { findRates } from "@/lib/catalogue/fx/rates-data";
import { findCountries } from "@/lib/catalogue/multipliers/countries-data";
import { inCurrency } from "@/lib/catalogue/prices/converted/data";
import { findSeriesHistories } from "@/lib/catalogue/prices/history/data";
import { listHistory } from "@/lib/catalogue/prices/history/endpoints";
import { findPrices } from "@/lib/catalogue/prices/list/data";
import { listPrices } from "@/lib/catalogue/prices/list/endpoints";
import { findProduct, findProducts } from "@/lib/catalogue/products/data";
import { getProduct, listProducts } from "@/lib/catalogue/products/endpoints";
import { listSourceFacts, toSourceTags } from "@/lib/catalogue/sources/data";
import { listSources } from "@/lib/catalogue/sources/endpoints";
import { findVersionChanges } from "@/lib/changes/data";
import { listChanges } from "@/lib/changes/endpoints";
import { readCatalogue } from "@/lib/dataset/data";
import { findCollections, findDue } from "@/lib/desk/collect/data";
import { listDue, readings } from "@/lib/desk/collect/endpoints";
import { receiveReadings } from "@/lib/desk/collect/receive-readings";
import { openDatasetFile, openExport } from "@/lib/exports/data";
import { defineFile, exportDataset } from "@/lib/exports/endpoints";
import { toExportTags } from "@/lib/exports/export-spec";
import { DATASET_NAMES } from "@/lib/exports/schema";
import { findHealth } from "@/lib/health/data";
import { getHealth } from "@/lib/health/endpoints";
import { getOpenApi, readOpenApi } from "@/lib/openapi/data";
import { getIndex, writeIndex } from "@/lib/openapi/entry";
import { suggestPaths } from "@/lib/text/suggest";
import type { Version } from "@/lib/versions/current";
import { findVersions, toVersionTags } from "@/lib/versions/list/data";
import { listDatasetVersions } from "@/lib/versions/list/endpoints";
import { BodyReply, type Endpoint } from "./endpoint";

import { findOwnKey, getKey } from "./own-key";
import { type Problem, toUnreadable } from "./problem";
import { findKeyInUrl, isDecodable } from "./query";
import { type Route, toMethods, toRoute, toServiceRoute } from "./route";

/** Their US dollars are of list prices in either tax view. */
const LIST_PRICES = { figures: "shown" } as const;

const data = {
  listProducts: toRoute(listProducts, inCurrency(findProducts, LIST_PRICES)),
  getProduct: toRoute(getProduct, inCurrency(findProduct, LIST_PRICES)),
  listCountries: toRoute(listCountries, findCountries),
  getCountry: toRoute(getCountry, inCurrency(findCountry)),
  listPrices: toRoute(listPrices, inCurrency(findPrices, LIST_PRICES)),
  listHistory: toRoute(listHistory, inCurrency(findSeriesHistories)),
  compare: toRoute(compare, inCurrency(answerComparison)),
  listCategories: toRoute(listCategories, findCategories),
  listRates: toRoute(listRates, findRates),
  listSources: toRoute(listSources, listSourceFacts, toSourceTags),
  listChanges: toRoute(listChanges, findVersionChanges),
  listVersions: toRoute(listDatasetVersions, findVersions, toVersionTags),
  exportDataset: toRoute(exportDataset, openExport, toExportTags),
};

/** Such as `/api/export/prices.csv`. */
const files = DATASET_NAMES.map((dataset) =>
  toRoute(
    defineFile(dataset),
    (version, query) => openDatasetFile(version, { dataset, ...query }),
    (version, key, query) => toExportTags(version, key, { dataset, ...query }),
  ),
);

export const ENDPOINTS = [...Object.values(data), ...files].map(({ endpoint }): Endpoint => endpoint);

export const routes = {
  ...data,
  getKey: toServiceRoute(getKey, findOwnKey),
  listDue: toServiceRoute(listDue, findDue),
  readings: toServiceRoute(readings, findCollections, receiveReadings),
  getOpenApi: toRoute(
    getOpenApi,
    async (version) => new BodyReply("application/json; charset=utf-8", await readDocument(version)),
  ),
  getHealth: toServiceRoute(getHealth, findHealth),
  getIndex: toServiceRoute(
    getIndex,
    async () => new BodyReply("application/json; charset=utf-8", writeIndex(ENDPOINTS)),
  ),
  unknown: toServiceRoute(
    { path: "/api/*", params: z.object({}), query: z.object({}), respell: () => "", maxAgeSeconds: 0 },
    async (_, { request }) => findKeyInUrl(request.url) ?? toUnknownPath(request),
  ),
};

const known: Route[] = [...Object.values(routes).filter((route) => route !== routes.unknown), ...files];

/** Answers any request under /api except sign-in. Never rejects. */
export async function handleApi(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const route = isDecodable(pathname) ? known.find(({ matches }) => matches(pathname)) : undefined;
  return (route ?? routes.unknown).handle(request);
}

export const fileMethods = toMethods(handleApi);

export const readDocument = (version: Version): Promise<string> =>
  readOpenApi(version, ENDPOINTS, (endpoint) => showExample(version, endpoint));

/** Undefined where this dataset lacks the example, and for whole datasets, which may exceed memory. */
async function showExample(version: Version, endpoint: Endpoint): Promise<unknown> {
  const { path } = endpoint;
  if (files.some(({ endpoint }) => endpoint.path === path)) return undefined;
  const route = known.find(({ endpoint }) => endpoint.path === path);
  const reply = await route?.ask(`http://localhost${await findExample(version, endpoint)}`);
  return reply instanceof Response ? reply.json() : undefined;
}

/** Asks for changes since the version before the newest, which is a short list. */
export async function findExample(version: Version, { path, example }: Endpoint): Promise<string> {
  if (path !== listChanges.path) return example;
  const { versions } = await readCatalogue(version);
  return `${path}?since=${versions.at(-2) ?? versions.at(-1)}`;
}

function toUnknownPath({ url, headers }: Request): Problem {
  const { pathname } = new URL(url);
  if (!isDecodable(pathname)) return toUnreadable(headers);
  const trimmed = pathname.replace(/\/+$/, "");
  return {
    kind: "not-found",
    detail: "There is no such endpoint; /api/openapi.json lists them all.",
    suggestions: known.some(({ matches }) => matches(trimmed))
      ? [trimmed]
      : suggestPaths(
          pathname,
          ENDPOINTS.map(({ path }) => path),
        ),
  };
}
