import type { Metadata } from "next";
import { MailAnswer, MailDone } from "@/components/mails/mail-answer";
import { CONFIRM_NOW_PATH, UNCONFIRMED_DAYS } from "@/lib/mails/follows/rules";
import { MailQuery } from "@/lib/mails/schema";
import { readPageQuery, type SearchParams } from "@/lib/pages/query";

export const metadata: Metadata = { title: "Confirm", robots: { index: false } };

export default async function ConfirmPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { token, done } = readPageQuery(await searchParams, MailQuery).query;
  if (done === "yes")
    return (
      <MailDone title="Confirmed. You get an e-mail when one of them changes.">
        One mail for each publish at most, and each has a link that stops them.
      </MailDone>
    );
  if (done === "gone" || token === undefined)
    return (
      <MailDone title="There is nothing to confirm here any more.">
        {`It was not confirmed within ${UNCONFIRMED_DAYS} days, or it was stopped; the address is erased. Ask again on the page of the subscription.`}
      </MailDone>
    );
  return (
    <MailAnswer
      title="Do you want e-mails about price changes at this address?"
      deck="The mail that led you here says of which. Without the button nothing is sent."
      action={CONFIRM_NOW_PATH}
      token={token}
      button="Yes, e-mail me"
    />
  );
}
