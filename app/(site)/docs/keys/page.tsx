import type { Metadata } from "next";
import { headers } from "next/headers";
import { DocsShell } from "@/components/docs/docs-shell";
import { AskForKeyForm } from "@/components/report/key-request-form";
import { Notice } from "@/components/ui/notice";
import { readClientAddress } from "@/lib/access/limits/client-address";
import { KEY_REQUEST_SUBJECT, KeysPageQuery } from "@/lib/desk/key-requests/schema";
import { makeFormToken } from "@/lib/desk/reports/form/token-rules";
import { reportSecret } from "@/lib/desk/reports/secret";
import { describePage } from "@/lib/pages/metadata";
import { readPageQuery, type SearchParams } from "@/lib/pages/query";
import { currentTime } from "@/lib/platform/clock";
import { sendKeyRequest } from "./actions";

const TITLE = "Ask for an API key";
const DESCRIPTION =
  "Sixty requests a minute need no key. For more, say who asks, what for and how many: a person answers by e-mail.";

export const metadata: Metadata = describePage({
  title: TITLE,
  description: DESCRIPTION,
  path: "/docs/keys",
  image: "/image/pages/docs.png",
});

/** Works without the database, keeping what was typed. */
export default async function KeysPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { query } = readPageQuery(await searchParams, KeysPageQuery);
  const address = readClientAddress(await headers());
  return (
    <DocsShell current="/docs/keys" title={TITLE} deck={DESCRIPTION}>
      {query.sent && (
        <div className="section-notice">
          <Notice>
            <p>
              <b>Your request is filed.</b> A person reads it and answers by e-mail: with a key, or with the reason why
              not. Until then everything works without one, 60 requests a minute.
            </p>
          </Notice>
        </div>
      )}
      <div className="report-grid">
        {!query.sent && (
          <AskForKeyForm
            token={makeFormToken(reportSecret(), address, KEY_REQUEST_SUBJECT, currentTime().getTime())}
            send={sendKeyRequest}
          />
        )}
        <aside className="report-steps" aria-labelledby="key-steps">
          <h2 id="key-steps">With a key</h2>
          <ol>
            <li>
              <b>Send it</b> in the header <code>x-api-key</code>, never in an address: who sees it can use it.
            </li>
            <li>
              <b>Its own limit</b> applies, whatever the address you call from. <a href="/api/key">/api/key</a> says
              what is left, and what you used.
            </li>
            <li>
              <b>Lost or seen by others?</b> Answer the e-mail that brought it: it gets a new token, or is revoked.
            </li>
          </ol>
          <p>
            <a href="/docs#limits">Limits, with code</a>
          </p>
        </aside>
      </div>
    </DocsShell>
  );
}
