import type { Metadata } from "next";
import { headers } from "next/headers";
import { FeedChoices } from "@/components/changes/feed-choices";
import { AskForWordForm } from "@/components/mails/follow-form";
import { MailSteps } from "@/components/mails/mail-steps";
import { BigSearch } from "@/components/ui/big-search";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/page-head";
import { readClientAddress } from "@/lib/access/limits/client-address";
import { toFeedLink } from "@/lib/atom/address-rules";
import { findNames } from "@/lib/catalogue/search/data";
import { PLACE_CODES } from "@/lib/contract/codes";
import { makeFormToken } from "@/lib/desk/reports/form/token-rules";
import { reportSecret } from "@/lib/desk/reports/secret";
import { nameFollowed, toFollowHref, UNCONFIRMED_DAYS } from "@/lib/mails/follows/rules";
import { FOLLOW_SUBJECT, FollowQuery } from "@/lib/mails/schema";
import { readPageVersion } from "@/lib/pages/page-version";
import { readPageQuery, type SearchParams } from "@/lib/pages/query";
import { currentTime } from "@/lib/platform/clock";
import { sendsMail } from "@/lib/platform/env";
import { compareNames, countryName } from "@/lib/text/format";
import { sendFollow } from "./actions";

export const metadata: Metadata = { title: "Follow price changes", robots: { index: false } };

const COUNTRIES = PLACE_CODES.map((code) => ({ value: code, label: countryName(code) })).sort((a, b) =>
  compareNames(a.label, b.label),
);

export default async function FollowPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { product, list, country = null, sent } = readPageQuery(await searchParams, FollowQuery).query;
  const asked = product === undefined ? (list ?? []) : [product];
  const { products: known } = await findNames(await readPageVersion({}));
  const followed = known.filter(({ slug }) => asked.includes(slug));
  const products = followed.map(({ slug }) => slug).sort();
  const [only] = products;
  if (only === undefined)
    return (
      <>
        <PageHead
          title="Which subscription do you want e-mails about?"
          deck="Find it: on its page, and on the page of your list, is a link that leads back here."
        />
        <BigSearch label="Subscription" placeholder="Netflix" />
        <p className="section-near">
          <Link href="/mine">My subscriptions</Link>
        </p>
      </>
    );
  const name = nameFollowed(
    followed.map(({ label }) => label),
    country,
  );
  const feed = toFeedLink({ product: products.join(","), country: country ?? undefined }, name);
  const crumbs =
    products.length === 1
      ? [
          { name: "Subscriptions", href: "/services" },
          { name: followed[0]?.label ?? only, href: `/services/${only}` },
        ]
      : [{ name: "My subscriptions", href: "/mine" }];
  if (!sendsMail())
    return (
      <>
        <PageHead
          title={`Follow price changes of ${name}`}
          deck="This site sends no mails. A feed reader tells you as well, and needs no address of yours."
          crumbs={crumbs}
        />
        <FeedChoices feed={feed} />
      </>
    );
  const address = readClientAddress(await headers());
  return (
    <>
      <PageHead
        title={sent ? "Now look into your mailbox" : `An e-mail when the price of ${name} changes`}
        crumbs={crumbs}
      />
      <div className="report-grid">
        {sent ? (
          <p className="prose">
            A mail is on its way to the address that you gave. Open its link and press the button there: e-mails about{" "}
            {name} are sent from then on. Nothing came? Look among the unwanted mails, or ask again in an hour.
          </p>
        ) : (
          <AskForWordForm
            href={toFollowHref({ products, country })}
            products={products.join(",")}
            country={country ?? undefined}
            countries={products.length === 1 ? COUNTRIES : null}
            token={makeFormToken(reportSecret(), address, FOLLOW_SUBJECT, currentTime().getTime())}
            send={sendFollow}
          />
        )}
        <MailSteps days={UNCONFIRMED_DAYS} feed={feed} />
      </div>
    </>
  );
}
