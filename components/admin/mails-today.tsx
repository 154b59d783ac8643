import { DefinitionList } from "@/components/ui/definition-list";
import type { MailCounts } from "@/lib/mails/schema";
import { formatCount } from "@/lib/text/format";
import { capitalize, countNoun } from "@/lib/text/words";

/** Counts the mails of the last 30 days for the desk; staff see no address. */
export function MailsToday({ counts, isOn }: { counts: MailCounts; isOn: boolean }) {
  const { subscribers, unconfirmed, waiting, sent, refused, late, unseen, codes } = counts;
  return (
    <section className="section-near" id="mails">
      <h2 className="section-title">
        {capitalize(countNoun(subscribers, "address follows", "addresses follow"))} price changes by e-mail
      </h2>
      <p className="section-note">
        {isOn ? "" : "SMTP_URL is not set: nothing is sent, and nobody is offered mails. "}
        Sent, refused and late are those of the last 30 days. Mails that come back later are in the mailbox of
        MAIL_FROM.
      </p>
      <DefinitionList
        definitions={[
          { key: "unconfirmed", term: "Not confirmed yet", meaning: formatCount(unconfirmed) },
          { key: "waiting", term: "Waiting to be sent", meaning: formatCount(waiting) },
          { key: "sent", term: "Sent", meaning: formatCount(sent) },
          {
            key: "refused",
            term: "Refused",
            meaning: `${formatCount(refused)}${codes.length === 0 ? "" : `, with SMTP codes ${codes.join(", ")}`}`,
          },
          { key: "late", term: "Late", kind: "given up after 7 days", meaning: formatCount(late) },
          { key: "unseen", term: "Perhaps twice", kind: "the end of a try was not seen", meaning: formatCount(unseen) },
        ]}
      />
    </section>
  );
}
