import type { Metadata } from "next";
import { type Column, DataTable } from "@/components/ui/data-table";
import { PageHead } from "@/components/ui/page-head";
import { ATTRIBUTION, LICENSE_URL } from "@/lib/contract/envelope";
import { findCoverage } from "@/lib/dataset/coverage-data";
import { findSources } from "@/lib/dataset/sources/data";
import type { SourceFacts } from "@/lib/dataset/sources/schema";
import { writeCoverage, writeUninhabited } from "@/lib/findings/dataset-rules";
import { readPageContext } from "@/lib/pages/context";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { contactUrl } from "@/lib/platform/env";
import { formatCount, formatDay } from "@/lib/text/format";

const TITLE = "About: licence, sources, contact";
const DESCRIPTION =
  "What Price Atlas is, under which licence its data may be used, where every price and exchange rate comes from, and how to report an error.";

export const metadata: Metadata = describePage({
  title: TITLE,
  description: DESCRIPTION,
  path: "/about",
  image: "/image/pages/about.png",
});

const count = (figure: number, unit: string) =>
  figure > 0 && (
    <>
      {formatCount(figure)}
      <span className="only-stacked"> {unit}</span>
    </>
  );

const COLUMNS: readonly Column<SourceFacts>[] = [
  {
    key: "source",
    head: "Source",
    isRowHead: true,
    cell: ({ name, publisher, url, attribution }) => (
      <>
        <a href={url}>{name}</a>, {publisher}
        <span className="sub">{attribution}</span>
      </>
    ),
    stacked: "1 / 1 / 2 / 4",
  },
  { key: "licence", head: "Licence", cell: ({ license }) => license.replaceAll("-", "\u00a0"), stacked: "2 / 1" },
  {
    key: "prices",
    head: "Prices",
    align: "end",
    cell: ({ n_prices: prices }) => count(prices, "prices"),
    stacked: "2 / 2 / 3 / 4",
  },
  {
    key: "read",
    head: "Read in all",
    align: "end",
    cell: ({ n_observations: observations }) => count(observations, ""),
    stacked: null,
    hideBelow: 56,
  },
  {
    key: "rates",
    head: "Exchange rates",
    align: "end",
    cell: ({ n_rates: rates }) => count(rates, "rates"),
    stacked: "3 / 2 / 4 / 4",
  },
  {
    key: "lenses",
    head: "Tax and income",
    align: "end",
    cell: ({ n_lenses: lenses }) => count(lenses, ""),
    stacked: null,
    hideBelow: 56,
  },
  {
    key: "days",
    head: "Days",
    cell: ({ from, to }) => from && to && (from === to ? formatDay(to) : `${formatDay(from)} to ${formatDay(to)}`),
    stacked: "3 / 1",
  },
];

export default async function AboutPage() {
  const version = await readPageVersion({});
  const [{ context }, sources, coverage] = await Promise.all([
    readPageContext(version),
    findSources(version),
    findCoverage(version),
  ]);
  const { summary } = context;
  const contact = contactUrl();
  return (
    <>
      <PageHead
        title={`${formatCount(summary.prices)} prices, each with its source and its day`}
        deck={`${writeCoverage(coverage)}: for readers as pages, for programs as an open API, for research as files. ${writeUninhabited(coverage.others)}`}
      />
      <div className="prose">
        <h2 id="licence">Use it, and name it</h2>
        <p>
          Our compilation is licensed under <a href={LICENSE_URL}>CC BY 4.0</a>: you may copy, change and sell it, as
          long as you name the sources and say what you changed. This line names those of most prices; beside it name
          the source of each other price that you use, which its row and the table below have:
        </p>
        <p>
          <b>{ATTRIBUTION}</b>
        </p>
        <p>The program that serves it is under the MIT licence.</p>
        <h2 id="how">How a price gets here</h2>
        <ul>
          <li>
            It comes from an open publication, which read it where it is offered; the link beside a price leads to that
            publication, not to the shop. Some prices were read by our staff, and say so.
          </li>
          <li>
            Nothing that was imported is overwritten. A price that turns out wrong is replaced or withdrawn, with the
            reason and what stood before.
          </li>
          <li>
            An import is checked first: codes, amounts, days. A price more than three times above or below what is
            expected of its product in its country, a product whose billing period looks mixed across countries, or a
            jump of more than five times waits in a list for a person; until somebody decides it stands.
          </li>
          <li>
            Then a dataset is published as one whole with its own number. This is{" "}
            <span className="nowrap">{summary.version}</span>, published {formatDay(summary.published_at)}.
          </li>
          <li>A price not verified for more than 90 days is marked wherever it stands.</li>
        </ul>
        <p>
          Not every subscription has a price everywhere. <a href="/coverage">The coverage</a> shows which has one where,
          and says of each gap why it is one.
        </p>
        <h2 id="sources">Sources</h2>
      </div>
      <div className="sources-frame">
        <DataTable
          caption="Sources of prices, exchange rates, tax and income, by number of prices"
          className="sources"
          columns={COLUMNS}
          rows={sources}
          rowKey={({ id }) => id}
        />
      </div>
      <div className="prose section-near">
        <h2 id="corrections">Found an error?</h2>
        <p>
          Each row of a table of prices has the link <b>Report</b>, which opens a short form; no account is needed. A
          person compares the price with its page, corrects it or says why not. Find the price under{" "}
          <a href="/services">Subscriptions</a>; below its prices you can tell what it costs where you are.{" "}
          <a href="/corrections">All corrections</a> are listed with their reason, before and after.
        </p>
        <h2 id="contact">Contact</h2>
        {contact === null ? (
          <p>The operator of this site has not named an address.</p>
        ) : (
          <p>
            For keys with a higher limit, and for questions:{" "}
            <a href={contact}>{contact.replace(/^(mailto:|https?:\/\/)/, "")}</a>.
          </p>
        )}
        <h2 id="privacy">Privacy</h2>
        <p>
          No tracking, no request to another host. Your country is guessed from the language your browser sends and is
          kept nowhere. The country and the currency you choose, and the list of your subscriptions, are kept in cookies
          on your device, the theme in your browser. What you tell us by a form is kept, beside it for 90 days a code
          made of your internet address, and your e-mail address, if you gave one, until 90 days after the answer. Who
          asks for word of price changes by e-mail has the address kept, what it follows and which mails were sent,
          until one click in a mail erases all of it; not confirmed, it is erased after 30 days.
        </p>
      </div>
    </>
  );
}
