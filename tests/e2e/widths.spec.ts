import { SITE_PAGES } from "@/scripts/site-pages";
import { expectNoSidewaysScroll, test } from "./visitor";

for (const [name, path] of Object.entries(SITE_PAGES)) {
  test(`the page ${name} fits every width without sideways scroll`, ({ page }) => expectNoSidewaysScroll(page, path));
}
