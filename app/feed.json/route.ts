import { FEED_PATHS } from "@/lib/feeds/address-rules";
import { readFeed } from "@/lib/feeds/data";
import { writeJsonFeed } from "@/lib/feeds/format-rules";
import { serveText } from "@/lib/feeds/respond";
import { FeedQuery } from "@/lib/feeds/schema";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveText(
  FEED_PATHS.json,
  "application/feed+json; charset=utf-8",
  FeedQuery,
  async (version, query) => writeJsonFeed(await readFeed(version, FEED_PATHS.json, query)),
);
