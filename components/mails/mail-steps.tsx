import { FeedChoices } from "@/components/changes/feed-choices";
import type { FeedLink } from "@/lib/atom/address-rules";

/** Tells readers, before they give their address, what is sent to it and what is kept of them. */
export const MailSteps = ({ days, feed }: { days: number; feed: FeedLink }) => (
  <aside className="report-steps" aria-labelledby="mail-steps">
    <h2 id="mail-steps">What is sent, and what is kept</h2>
    <ol>
      <li>
        <b>Only changes by vendors</b>, with the old amount, the new one, the day and the source: one mail for each
        publish at most. Exchange rates, taxes and the age of a price send nothing. If a change that we told you was
        wrong, we tell you that.
      </li>
      <li>
        <b>One click stops it</b>: each mail has it, and your mail program too.
      </li>
      <li>
        <b>Kept</b> are your address, what it follows, and which mails were sent. Stopping erases all of it at once; so
        do {days} days without your confirmation.
      </li>
    </ol>
    <p>Or without an address:</p>
    <FeedChoices feed={feed} />
  </aside>
);
