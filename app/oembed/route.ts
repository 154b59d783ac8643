import { EMBED_SIZE, writeFrame } from "@/components/ui/share";
import { BodyReply } from "@/lib/api/endpoint";
import type { Problem } from "@/lib/api/problem";
import { serve } from "@/lib/api/serve";
import { findNames } from "@/lib/catalogue/search/data";
import { readCatalogue } from "@/lib/dataset/data";
import { findEmbed } from "@/lib/pages/embeds";
import { OEMBED } from "@/lib/pages/share/addresses";
import { publicUrl } from "@/lib/platform/env";

const CARD = { width: 1200, height: 630 };

/** oEmbed 1.0, type rich, as JSON. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(
  OEMBED,
  async (version, { url, maxwidth, maxheight, format = "json" }): Promise<BodyReply | Problem> => {
    if (format.toLowerCase() !== "json") return refuseFormat();
    const [names, catalogue] = await Promise.all([findNames(version), readCatalogue(version)]);
    const base = publicUrl();
    const embed = findEmbed(url, base, { ...names, catalogue, version: version.version });
    if (embed === null)
      return {
        kind: "not-found",
        detail: `${base} has no page at this address that can be embedded: the home page, /countries, a product, a country and a comparison can.`,
      };
    const { width, height } = EMBED_SIZE;
    const size = { width: Math.min(width, maxwidth ?? width), height: Math.min(height, maxheight ?? height) };
    const hasThumbnail = CARD.width <= (maxwidth ?? CARD.width) && CARD.height <= (maxheight ?? CARD.height);
    const title = `Price Atlas: ${embed.title}`;
    const answer = {
      version: "1.0",
      type: "rich",
      title,
      provider_name: "Price Atlas",
      provider_url: base,
      cache_age: OEMBED.maxAgeSeconds,
      html: writeFrame(base + embed.path, title, size),
      ...size,
      ...(hasThumbnail && {
        thumbnail_url: base + embed.card,
        thumbnail_width: CARD.width,
        thumbnail_height: CARD.height,
      }),
    };
    return new BodyReply("application/json; charset=utf-8", JSON.stringify(answer));
  },
);

/** oEmbed requires 501 for an unsupported format. */
function refuseFormat(): BodyReply {
  const detail = "Only format=json is implemented.";
  const body = { type: "about:blank", title: "Not Implemented", status: 501, detail };
  return new BodyReply("application/problem+json; charset=utf-8", JSON.stringify(body), { status: 501 });
}
