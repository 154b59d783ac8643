import { findChanges, findWithdrawnChanges } from "@/lib/catalogue/prices/changes-data";
import { ATTRIBUTION, LICENSE_URL } from "@/lib/contract/envelope";
import { serveText } from "@/lib/feeds/respond";
import { writeFeed } from "@/lib/feeds/rules";
import { publicUrl } from "@/lib/platform/env";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveText(
  "/feed.xml",
  "application/atom+xml; charset=utf-8",
  async (updated) =>
    writeFeed(await findChanges(), await findWithdrawnChanges(), {
      base: publicUrl(),
      updated,
      attribution: ATTRIBUTION,
      licenceUrl: LICENSE_URL,
    }),
);
