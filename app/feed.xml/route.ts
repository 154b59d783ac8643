import { FEED_PATH } from "@/lib/feeds/address-rules";
import { readFeed } from "@/lib/feeds/data";
import { writeAtom } from "@/lib/feeds/format-rules";
import { serveText } from "@/lib/feeds/respond";
import { FeedQuery } from "@/lib/feeds/schema";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveText(
  FEED_PATH,
  "application/xml; charset=utf-8",
  FeedQuery,
  async (version, query) => writeAtom(await readFeed(version, query)),
);
