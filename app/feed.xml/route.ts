import { FEED_PATHS } from "@/lib/feeds/address-rules";
import { readFeed } from "@/lib/feeds/data";
import { writeAtom } from "@/lib/feeds/format-rules";
import { serveText } from "@/lib/feeds/respond";
import { FeedQuery } from "@/lib/feeds/schema";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveText(
  FEED_PATHS.atom,
  "application/xml; charset=utf-8",
  FeedQuery,
  async (version, query) => writeAtom(await readFeed(version, FEED_PATHS.atom, query)),
);
