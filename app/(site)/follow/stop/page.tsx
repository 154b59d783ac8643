import type { Metadata } from "next";
import { MailAnswer, MailDone } from "@/components/mails/mail-answer";
import { ONE_CLICK_PATH } from "@/lib/mails/follows/rules";
import { MailQuery } from "@/lib/mails/schema";
import { readPageQuery, type SearchParams } from "@/lib/pages/query";

export const metadata: Metadata = { title: "Stop mails", robots: { index: false } };

export default async function StopPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { token, done } = readPageQuery(await searchParams, MailQuery).query;
  if (done !== undefined || token === undefined)
    return <MailDone title="Stopped.">Your address is erased, with all that it followed.</MailDone>;
  return (
    <MailAnswer
      title="Stop all mails to this address?"
      deck="It is erased at once, with all that it follows."
      action={ONE_CLICK_PATH}
      token={token}
      button="Stop and erase"
    />
  );
}
