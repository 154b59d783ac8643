import { CONTRACTS } from "@/app/api/contracts";
import { toCallPath } from "@/lib/openapi/call";

/** Redirects forms of the reference to their call, for readers without scripts. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const endpoint = CONTRACTS.find(({ operationId }) => operationId === searchParams.get("operation"));
  const call =
    endpoint && toCallPath(endpoint.path, Object.keys(endpoint.query.shape), Object.fromEntries(searchParams));
  return new Response(null, { status: 303, headers: { Location: call ?? "/docs", "Cache-Control": "no-store" } });
}
