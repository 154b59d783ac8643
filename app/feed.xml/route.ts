import { serveText } from "@/lib/api/serve-text";
import { FEED_PATH } from "@/lib/atom/address-rules";
import { readFeed } from "@/lib/atom/data";
import { writeAtom } from "@/lib/atom/format-rules";
import { FeedQuery } from "@/lib/atom/schema";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveText(
  FEED_PATH,
  "application/xml; charset=utf-8",
  FeedQuery,
  async (version, query) => writeAtom(await readFeed(version, query)),
);
