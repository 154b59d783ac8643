import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { isGuessed, listPlans, type SuggestionGroup } from "@/components/search/suggestion-groups";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { BigSearch } from "@/components/ui/big-search";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHead } from "@/components/ui/page-head";
import { findCountryCode } from "@/lib/catalogue/search/country-name-rules";
import { toFoundPath } from "@/lib/catalogue/search/find-page-rules";
import { SearchQuery } from "@/lib/catalogue/search/page-schema";
import { isPlanWordAlone, writePlanWord } from "@/lib/catalogue/search/plan-word-rules";
import { readPageVersion } from "@/lib/pages/page-version";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { countryInSentence } from "@/lib/text/format";
import { loadSuggestions } from "./load";

const MOST_OF_EACH = 20;

export const metadata: Metadata = { title: "Search", robots: { index: false } };

/** Redirects where the text has one meaning; else, and where it is a guess or a plan that is not collected, it lists. */
export default async function SearchPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { query, refused } = readPageQuery(await searchParams, SearchQuery);
  const { q = "" } = query;
  const { straight, isGuess, names, groups } = await loadSuggestions(
    await readPageVersion({}),
    q,
    MOST_OF_EACH,
    query.currency,
  );
  const notTracked = straight !== null && "notTracked" in straight ? straight.notTracked : null;
  const found = straight !== null && "product" in straight ? straight : null;
  const isAnswered = notTracked !== null || isGuessed(straight) || found?.planWord !== undefined;
  if (straight !== null && !isAnswered) redirect(toFoundPath(straight));
  const code = findCountryCode(q);
  const isUnpriced = code !== null && names.countries.every((country) => country.code !== code);
  const listed = isUnpriced || notTracked !== null ? [] : groups;
  const said = found?.planWord
    ? writePlanWord(found.planWord, found.product.name, listPlans(found.product.name, names))
    : (isGuess && listed.length > 0) || isGuessed(straight)
      ? `Nothing here is called “${q}”. These have a similar name.`
      : undefined;
  const isPlan = isPlanWordAlone(q);
  const title = isUnpriced
    ? `No price has been collected in ${countryInSentence(code)}`
    : isPlan
      ? "Of which subscription?"
      : `We do not track ${notTracked ?? `“${q}”`} yet`;
  const why = isPlan
    ? `Of most subscriptions one plan is collected. Search for the name with “${q}” beside it: “Spotify ${q}”.`
    : "No subscription, vendor, country or category has that name here. Countries are found in many languages, and small typing errors are forgiven.";
  return (
    <>
      <RefusedParameters refused={refused} />
      <PageHead title={q === "" ? "Search" : `Search for “${q}”`} deck={said} />
      <div className="section-near">
        <BigSearch label="Subscription or country" placeholder="Subscription or country" defaultValue={q} />
      </div>
      <div className="section">
        {listed.length > 0 ? (
          <>
            <SuggestionLists groups={listed} />
            <p className="search-examples">
              <a href={toHref("/services", { q })}>Prices of all subscriptions with “{q}” in their name</a>
            </p>
          </>
        ) : (
          q !== "" && (
            <EmptyState
              title={title}
              level={2}
              waysOut={[
                { href: "/services", text: "All subscriptions" },
                { href: "/countries", text: "All countries" },
              ]}
            >
              {!isUnpriced && why}
            </EmptyState>
          )
        )}
      </div>
    </>
  );
}

function SuggestionLists({ groups }: { groups: readonly SuggestionGroup[] }) {
  return (
    <div className="suggestions-page">
      {groups.map(({ title, suggestions }) => (
        <section key={title}>
          <h2 className="suggestions-title">{title}</h2>
          <ul>
            {suggestions.map(({ href, name, detail, value }) => (
              <li key={href}>
                <a className="suggestion" href={href}>
                  <span className="suggestion-name">{name}</span>
                  <span className="suggestion-detail">{detail}</span>
                  <span className="suggestion-value">{value}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
