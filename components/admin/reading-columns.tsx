import type { Column } from "@/components/ui/data-table";
import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import { formatBilled, platformName } from "@/lib/catalogue/prices/words";
import { productLabel } from "@/lib/catalogue/products/rules";
import { PRICE_PATH } from "@/lib/desk/readings/form/schema";
import type { VisitorReading } from "@/lib/desk/visitors/schema";
import { toHref } from "@/lib/pages/query";
import { countryName, formatDay } from "@/lib/text/format";
import { formatInstant } from "@/lib/text/format-instant";
import { countNoun } from "@/lib/text/words";
import { ActionButton } from "./action-button";
import { ActionCheckbox } from "./action-fields";
import { ActionForm } from "./action-form";

export const DECLINE_FORM_ID = "decline";

const titleOf = ({ name, productPlan, country, platform }: VisitorReading) =>
  `${productLabel({ name, plan: productPlan })}, ${countryName(country)}, ${platformName(platform)}`;

const toFormHref = ({ product, country, platform, period, observedOn }: VisitorReading) =>
  toHref(PRICE_PATH, { product, country, store: platform, period, day: observedOn });

type Options = { take: FormAction | null; isTicked: boolean };

export const readingColumns = ({ take, isTicked }: Options): readonly Column<VisitorReading>[] => [
  ...(take
    ? [
        {
          key: "tick",
          head: <span className="visually-hidden">Tick</span>,
          cell: (reading: VisitorReading) => (
            <ActionCheckbox
              className="tick"
              label={<span className="visually-hidden">Tick {titleOf(reading)}</span>}
              name={`reading-${reading.id}`}
              form={DECLINE_FORM_ID}
              isChecked={isTicked}
            />
          ),
          stacked: "1 / 3" as const,
        },
      ]
    : []),
  {
    key: "price",
    head: "Price",
    isRowHead: true,
    cell: (reading) => (
      <>
        <a href={`/services/${reading.product}`}>{productLabel({ name: reading.name, plan: reading.productPlan })}</a>
        <span className="sub">
          {countryName(reading.country)}, {platformName(reading.platform)}
        </span>
        {reading.plan !== null && (
          <span className="sub break">
            plan “<bdi>{reading.plan}</bdi>”
          </span>
        )}
      </>
    ),
    stacked: "1 / 1 / 2 / 3",
  },
  {
    key: "amount",
    head: "What the visitor says",
    align: "end",
    cell: ({ amount, currency, period, quote, agreeing }) => (
      <>
        <b>{formatBilled({ amount: Number(amount), currency, period })}</b>
        {quote !== null && (
          <span className="sub">
            printed “<bdi>{quote}</bdi>”
          </span>
        )}
        {agreeing > 0 && (
          <span className="sub">{countNoun(agreeing, "other visitor agrees", "other visitors agree")}</span>
        )}
      </>
    ),
    stacked: "2 / 1 / 3 / 3",
  },
  {
    key: "record",
    head: "On record",
    align: "end",
    unit: { before: "on record " },
    cell: ({ nowAmount, nowCurrency, verifiedOn, period }) =>
      nowAmount === null || nowCurrency === null || verifiedOn === null ? (
        "nothing"
      ) : (
        <>
          {formatBilled({ amount: nowAmount, currency: nowCurrency, period })}
          <span className="sub">read {formatDay(verifiedOn)}</span>
        </>
      ),
    stacked: "3 / 1 / 4 / 3",
  },
  {
    key: "where",
    head: "Where it was seen",
    className: "break",
    cell: ({ sourceUrl, observedOn }) => (
      <>
        <a href={sourceUrl} rel="noreferrer nofollow">
          {sourceUrl}
        </a>
        <span className="sub">on {formatDay(observedOn)}</span>
      </>
    ),
    stacked: "4 / 1 / 5 / 4",
  },
  { key: "at", head: "Came in (UTC)", cell: ({ at }) => formatInstant(at), stacked: "5 / 1 / 6 / 3" },
  ...(take
    ? [
        {
          key: "take",
          head: <span className="visually-hidden">Action</span>,
          cell: (reading: VisitorReading) => (
            <>
              <ActionForm
                action={take}
                hidden={{ id: String(reading.id) }}
                className="form-row"
                label={`Take: ${titleOf(reading)}, ${reading.id}`}
              >
                <ActionButton look="text">Put into a change set</ActionButton>
              </ActionForm>
              <a className="sub" href={toFormHref(reading)}>
                By form<span className="visually-hidden">: {titleOf(reading)}</span>
              </a>
            </>
          ),
          stacked: "6 / 1 / 7 / 4" as const,
        },
      ]
    : []),
];
