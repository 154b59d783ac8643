import { ATTRIBUTION, LICENSE_URL } from "@/lib/contract/envelope";
import { publicUrl } from "@/lib/env";
import { respondWithText } from "@/lib/feeds/respond";
import { writeFeed } from "@/lib/feeds/rules";
import { findChanges } from "@/lib/prices/changes";

export async function GET(request: Request): Promise<Response> {
  const [parameter] = new URL(request.url).searchParams.keys();
  if (parameter !== undefined) return refuseParameter(parameter);
  return respondWithText(request, "application/atom+xml; charset=utf-8", async (updated) =>
    writeFeed(await findChanges(), { base: publicUrl(), updated, attribution: ATTRIBUTION, licenceUrl: LICENSE_URL }),
  );
}

/** One feed for everyone: to ignore a filter in silence would look like a feed of that product. */
function refuseParameter(name: string): Response {
  const text = `The feed has no parameter "${name.slice(0, 60)}": /feed.xml has the changes of all products and countries.\n`;
  return new Response(text, {
    status: 400,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
