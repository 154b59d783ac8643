import { findContract } from "@/lib/api/paths";
import type { Methods } from "@/lib/api/serve";
import { CONTRACTS } from "./contracts";
import { exportFiles } from "./export/[file]/contract";

export type LoadRoute = () => Promise<Methods>;

const loaded = new Map<LoadRoute, Methods>();

/** Keeps what is loaded, because to import it again takes a tenth of a cached answer. */
export async function loadOnce(load: LoadRoute): Promise<Methods> {
  const known = loaded.get(load) ?? (await load());
  loaded.set(load, known);
  return known;
}

const loadFile = () => import("./export/[file]/route");

/** Route files of the records by the path of their contracts, each loaded when it is first asked. */
export const DATA_ROUTES: Readonly<Record<string, LoadRoute>> = {
  "/api/services": () => import("./services/route"),
  "/api/services/{slug}": () => import("./services/[slug]/route"),
  "/api/countries": () => import("./countries/route"),
  "/api/countries/{code}": () => import("./countries/[code]/route"),
  "/api/prices": () => import("./prices/route"),
  "/api/history": () => import("./history/route"),
  "/api/compare": () => import("./compare/route"),
  "/api/categories": () => import("./categories/route"),
  "/api/rates": () => import("./rates/route"),
  "/api/sources": () => import("./sources/route"),
  "/api/changes": () => import("./changes/route"),
  "/api/versions": () => import("./versions/route"),
  "/api/export": () => import("./export/route"),
  ...Object.fromEntries(exportFiles.map(({ path }) => [path, loadFile])),
};

/**
 * Answers a call of the site itself for records, which counts against no limit. A refusal is an answer too; rejects where the
 * data cannot be read.
 */
export async function askApi(pathAndQuery: string): Promise<Response> {
  const request = new Request(new URL(pathAndQuery, "http://localhost"));
  const contract = findContract(CONTRACTS, new URL(request.url).pathname);
  const load = contract && DATA_ROUTES[contract.path];
  if (load === undefined) throw new Error(`no endpoint of records answers ${pathAndQuery}`);
  const { GET: answer } = await loadOnce(load);
  return answer(request, { by: "site" });
}
