import "server-only";
import { toSuggestionGroups } from "@/components/search/suggestion-groups";
import { findCoverageStatus } from "@/lib/catalogue/coverage/data";
import { readDisplayCurrency } from "@/lib/catalogue/fx/display-data";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { findLowestPrice, findNames } from "@/lib/catalogue/search/data";
import { suggestPages } from "@/lib/catalogue/search/suggest-rules";
import type { Version } from "@/lib/versions/current";

export async function loadSuggestions(version: Version, text: string, most: number, wantedCurrency?: string) {
  const [names, { currency }] = await Promise.all([findNames(version), readDisplayCurrency(version, wantedCurrency)]);
  const suggested = suggestPages(text, names, most);
  const { straight } = suggested;
  const price =
    straight !== null && "product" in straight && straight.country !== null
      ? ((await findLowestPrice(version, straight.product.slug, straight.country)) ??
        (await findCoverageStatus(version, [straight.product.slug]))(straight.product.slug, straight.country))
      : "not_known";
  const { isGuess } = suggested;
  return { straight, isGuess, names, groups: toSuggestionGroups(suggested, names, makeMoney(currency), price) };
}
