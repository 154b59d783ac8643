import { findContract } from "@/lib/api/paths";
import { DATA_ROUTES, type LoadRoute } from "./ask";
import { CONTRACTS, SERVICE_CONTRACTS } from "./contracts";

const ROUTES: Readonly<Record<string, LoadRoute>> = {
  ...DATA_ROUTES,
  "/api": () => import("./route"),
  "/api/key": () => import("./key/route"),
  "/api/collect": () => import("./collect/route"),
  "/api/readings": () => import("./readings/route"),
  "/api/openapi.json": () => import("./openapi.json/route"),
  "/api/health": () => import("./health/route"),
};

const ALL = [...CONTRACTS, ...SERVICE_CONTRACTS];

/**
 * Answers a request under /api, sign-in left aside, by the route file that belongs to its path, as Next would; compresses the
 * answer. Never rejects.
 */
export async function handleApi(request: Request): Promise<Response> {
  const contract = findContract(ALL, new URL(request.url).pathname);
  const load = contract && ROUTES[contract.path];
  const { GET: answer } = await (load ? load() : import("./[...path]/route"));
  return answer(request, { by: "launcher" });
}
