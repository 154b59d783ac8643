import "server-only";
import { CONTRACTS, SERVICE_CONTRACTS } from "@/app/api/contracts";
import { suggestPaths } from "@/lib/text/suggest";
import { findContract } from "./paths";
import { type Problem, toUnreadable } from "./problem";
import { findKeyInUrl, isDecodable } from "./query";

/** Names the path that was meant. */
export async function refuseUnknownPath(_input: object, { request }: { request: Request }): Promise<Problem> {
  return findKeyInUrl(request.url) ?? toUnknownPath(request);
}

function toUnknownPath({ url, headers }: Request): Problem {
  const { pathname } = new URL(url);
  if (!isDecodable(pathname)) return toUnreadable(headers);
  const trimmed = pathname.replace(/\/+$/, "");
  return {
    kind: "not-found",
    detail: "There is no such endpoint; /api/openapi.json lists them all.",
    suggestions: findContract([...CONTRACTS, ...SERVICE_CONTRACTS], trimmed)
      ? [trimmed]
      : suggestPaths(
          pathname,
          CONTRACTS.map(({ path }) => path),
        ),
  };
}
