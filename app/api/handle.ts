import { findContract } from "@/lib/api/paths";
import { DATA_ROUTES, type LoadRoute, loadOnce } from "./ask";
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

const loadUnknown = () => import("./[...path]/route");

const ALL = [...CONTRACTS, ...SERVICE_CONTRACTS];

/**
 * Answers a request under /api, sign-in left aside, by the route file that belongs to its path, as Next would; compresses the
 * answer. Never rejects.
 */
export async function handleApi(request: Request): Promise<Response> {
  const contract = findContract(ALL, new URL(request.url).pathname);
  const load = contract && ROUTES[contract.path];
  const { GET: answer } = await loadOnce(load ?? loadUnknown);
  return answer(request, { by: "launcher" });
}

/** Before the first caller, so that no answer waits for a file. */
export async function loadRoutes(): Promise<void> {
  await Promise.all([...Object.values(ROUTES), loadUnknown].map(loadOnce));
}
