import "server-only";
import { currentVersion } from "@/lib/dataset/version";
import { cacheHeaders, isFresh, readConditions } from "@/lib/http/caching";
import { toProblem } from "@/lib/http/failure";

const MAX_AGE_SECONDS = 300;

/**
 * A text made from the dataset: 304 for who has it, 503 while the database is away. `write` is given when it was
 * published (RFC 3339).
 */
export async function respondWithText(
  request: Request,
  contentType: string,
  write: (publishedAt: string) => Promise<string>,
): Promise<Response> {
  try {
    const version = await currentVersion();
    if (version === null) return new Response("No dataset has been published yet.\n", { status: 503 });
    const headers = cacheHeaders(version, new URL(request.url).pathname, MAX_AGE_SECONDS);
    if (isFresh(readConditions(request), version, new URL(request.url).pathname))
      return new Response(null, { status: 304, headers });
    const body = await write(version.publishedAt.toISOString());
    return new Response(body, { headers: { ...headers, "Content-Type": contentType } });
  } catch (error) {
    const { kind, detail } = toProblem(error);
    return new Response(`${detail}\n`, {
      status: kind === "unavailable" ? 503 : 500,
      headers: { "Retry-After": "5", "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  }
}
