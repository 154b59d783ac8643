import { Fragment } from "react";
import { Checked } from "@/components/ui/checked";
import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import { formatBilled, platformName } from "@/lib/catalogue/prices/words";
import { productLabel } from "@/lib/catalogue/products/rules";
import { PRICE_PATH } from "@/lib/desk/readings/form/schema";
import { ANSWERS, type Queue, type QueueQuery, type QueueRow, WORK_ID } from "@/lib/desk/verify/schema";
import { toHref } from "@/lib/pages/query";
import { countryName, formatCount } from "@/lib/text/format";
import { capitalize } from "@/lib/text/words";
import { ActionCheckbox } from "./action-fields";
import { ANSWER_NAMES, AnswerRowForm, MANY_FORM_ID } from "./queue-forms";

type QueueTableProps = {
  queue: Queue;
  query: QueueQuery;
  action: FormAction | null;
  today: string;
  path: string;
};

const HEADS = ["Product", "Country", "Amount", "Last read, age", "Requests, 30 days", "Check at"];

export function QueueTable({ queue, query, action, today, path }: QueueTableProps) {
  const { source, product, country, page, tick, work } = query;
  const keep = { source, product, country, page };
  const shown = { ...keep, page: page > 1 ? page : undefined };
  const toNext = (next: QueueRow | undefined) =>
    work === undefined || next === undefined ? shown : { ...shown, work, row: next.id, do: "confirm" };
  return (
    <table className="data-table queue">
      <caption className="visually-hidden">Prices to verify, by age times requests times spread</caption>
      <thead>
        <tr>
          {action && (
            <th scope="col">
              <span className="visually-hidden">Tick</span>
            </th>
          )}
          {HEADS.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {action && <th scope="col">What the page says now</th>}
        </tr>
      </thead>
      <tbody>
        {queue.rows.map((row, place) => (
          <Fragment key={row.id}>
            <Row
              row={row}
              today={today}
              isTicked={place < tick}
              action={action}
              open={query.row === row.id ? query.do : undefined}
              hrefOf={(answer) => toHref(path, { ...keep, work, row: row.id, do: answer }, `#r${row.id}`)}
            />
            {action && query.row === row.id && query.do && (
              <tr className="row-form">
                <td colSpan={HEADS.length + 2}>
                  <AnswerRowForm
                    row={row}
                    answer={query.do}
                    action={action}
                    today={today}
                    title={titleOf(row)}
                    closeHref={toHref(path, keep, `#r${row.id}`)}
                    back={toHref("", toNext(queue.rows[place + 1]))}
                    skipHref={work === undefined ? null : toHref(path, toNext(queue.rows[place + 1]), `#${WORK_ID}`)}
                  />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

const titleOf = (row: QueueRow) => `${productLabel(row)}, ${countryName(row.country)}, ${platformName(row.platform)}`;

const toFormHref = ({ product, country, platform, period }: QueueRow) =>
  toHref(PRICE_PATH, { product, country, store: platform, period });

type RowProps = {
  row: QueueRow;
  today: string;
  isTicked: boolean;
  action: FormAction | null;
  open: string | undefined;
  hrefOf: (answer: (typeof ANSWERS)[number]) => string;
};

function Row({ row, today, isTicked, action, open, hrefOf }: RowProps) {
  const title = titleOf(row);
  return (
    <tr id={`r${row.id}`} className={open ? "is-open" : undefined}>
      {action && (
        <td className="queue-tick">
          <ActionCheckbox
            className="tick"
            label={<span className="visually-hidden">Tick {title}</span>}
            name={`price-${row.id}`}
            form={MANY_FORM_ID}
            isChecked={isTicked}
          />
        </td>
      )}
      <th scope="row" className="queue-name">
        <a href={`/services/${row.product}`}>{productLabel(row)}</a>
        <span className="sub">{capitalize(platformName(row.platform))}</span>
      </th>
      <td>
        {countryName(row.country)}
        <span className="code">{row.country}</span>
      </td>
      <td className="amount">
        {formatBilled(row)}
        {action && (
          <a className="sub" href={toFormHref(row)}>
            By form<span className="visually-hidden">: {title}</span>
          </a>
        )}
      </td>
      <td>
        <Checked day={row.verifiedOn} today={today} />
      </td>
      <td className="end">
        {formatCount(row.requests)}
        <span className="only-stacked"> requests</span>
      </td>
      <td>
        <a href={row.sourceUrl} rel="noreferrer">
          Source page<span className="visually-hidden"> of {title}</span>
        </a>
      </td>
      {action && (
        <td className="queue-answers">
          <ul className="answers">
            {ANSWERS.map((answer) => (
              <li key={answer}>
                <a href={hrefOf(answer)} aria-current={open === answer ? "true" : undefined}>
                  {ANSWER_NAMES[answer]}
                  <span className="visually-hidden">: {title}</span>
                </a>
              </li>
            ))}
          </ul>
        </td>
      )}
    </tr>
  );
}
