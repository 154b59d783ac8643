import type { Column } from "@/components/ui/data-table";
import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import { formatBilled, platformName } from "@/lib/catalogue/prices/words";
import { productLabel } from "@/lib/catalogue/products/rules";
import type { DraftEntry } from "@/lib/desk/verify/schema";
import { countryName, formatDay } from "@/lib/text/format";
import { ActionButton } from "./action-button";
import { ActionForm } from "./action-form";
import { ANSWER_NAMES } from "./queue-forms";

const KIND_NAMES: Readonly<Record<DraftEntry["kind"], string>> = {
  ...ANSWER_NAMES,
  replace: "Replaces the reading",
  withdraw: "Withdraws the reading",
};

const titleOf = (entry: DraftEntry) =>
  `${productLabel(entry)}, ${countryName(entry.country)}, ${platformName(entry.platform)}`;

export const entryColumns = (changeSetId: number, remove: FormAction | null): readonly Column<DraftEntry>[] => [
  { key: "price", head: "Price", isRowHead: true, cell: titleOf, stacked: "1 / 1 / 2 / 4" },
  {
    key: "kind",
    head: "Answer",
    cell: ({ kind, isNew, isOfVisitor }) => (
      <>
        {isNew ? "New price" : KIND_NAMES[kind]}
        {isOfVisitor && <span className="sub">told by a visitor</span>}
      </>
    ),
    stacked: "2 / 1",
  },
  {
    key: "amount",
    head: "Amount",
    align: "end",
    cell: ({ amount, currency, period, quote }) =>
      amount === null || currency === null ? (
        "–"
      ) : (
        <>
          {formatBilled({ amount, currency, period })}
          {quote !== null && (
            <span className="sub">
              printed “<bdi>{quote}</bdi>”
            </span>
          )}
        </>
      ),
    stacked: "2 / 2 / 3 / 4",
  },
  {
    key: "day",
    head: "Reading of",
    align: "end",
    cell: ({ observedOn }) => formatDay(observedOn),
    unit: { before: "reading of " },
    stacked: "3 / 1",
  },
  {
    key: "where",
    head: "Read at",
    className: "break",
    cell: ({ sourceUrl }) => (
      <a href={sourceUrl} rel="noreferrer">
        {sourceUrl}
      </a>
    ),
    stacked: null,
  },
  ...(remove
    ? [
        {
          key: "remove",
          head: <span className="visually-hidden">Action</span>,
          align: "end" as const,
          cell: (entry: DraftEntry) => (
            <ActionForm
              action={remove}
              hidden={{ id: String(changeSetId), entry: String(entry.id) }}
              className="form-row"
              label={`Remove: ${titleOf(entry)}`}
            >
              <ActionButton look="text">Remove</ActionButton>
            </ActionForm>
          ),
          stacked: "3 / 2 / 4 / 4" as const,
        },
      ]
    : []),
];
