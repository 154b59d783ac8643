import { FEED_PATHS } from "@/lib/feeds/address-rules";
import { readFeed } from "@/lib/feeds/data";
import { writeCalendar } from "@/lib/feeds/format-rules";
import { serveText } from "@/lib/feeds/respond";
import { FeedQuery } from "@/lib/feeds/schema";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveText(
  FEED_PATHS.calendar,
  "text/calendar; charset=utf-8",
  FeedQuery,
  async (version, query) => writeCalendar(await readFeed(version, FEED_PATHS.calendar, query)),
);
