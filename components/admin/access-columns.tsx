import type { Column } from "@/components/ui/data-table";
import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import { hostOf } from "@/lib/catalogue/prices/words";
import { QUESTION_NAMES } from "@/lib/catalogue/products/access/rules";
import type { AccessQuestion } from "@/lib/catalogue/products/access/schema";
import type { DeskStatement, DraftAccess } from "@/lib/desk/products/access/schema";
import { formatDay } from "@/lib/text/format";
import { ActionButton } from "./action-button";
import { ActionForm } from "./action-form";

const Statement = ({ statement: { sentence, sourceUrl, readOn } }: { statement: DeskStatement }) => (
  <>
    {sentence}
    <span className="sub">
      <a href={sourceUrl} rel="noreferrer">
        {hostOf(sourceUrl)}
      </a>
      , read on {formatDay(readOn)}
    </span>
  </>
);

export type ProductAccessRow = {
  question: AccessQuestion;
  valid: DeskStatement | null;
  waiting: DraftAccess | null;
};

/** `withdraw`: null for who may not. */
export const productAccessColumns = (
  product: string,
  withdraw: FormAction | null,
): readonly Column<ProductAccessRow>[] => [
  {
    key: "question",
    head: "Question",
    isRowHead: true,
    cell: ({ question }) => QUESTION_NAMES[question],
    stacked: "1 / 1 / 2 / 3",
  },
  {
    key: "valid",
    head: "What stands",
    cell: ({ valid, waiting }) => (
      <>
        {valid === null ? <span className="muted">nothing</span> : <Statement statement={valid} />}
        {waiting !== null && (
          <span className="sub">
            {waiting.statement === null ? "Withdrawn in " : "Changed in "}
            <a href={`/admin/changes/${waiting.changeSetId}`}>change set {waiting.changeSetId}</a>
            {waiting.statement !== null && `: ${waiting.statement.sentence}`}
          </span>
        )}
      </>
    ),
    stacked: "2 / 1 / 3 / 4",
  },
  ...(withdraw
    ? [
        {
          key: "withdraw",
          head: <span className="visually-hidden">Action</span>,
          align: "end" as const,
          cell: ({ question, valid }: ProductAccessRow) =>
            valid !== null && (
              <ActionForm
                action={withdraw}
                hidden={{ product, question }}
                className="form-row"
                label={`Withdraw: ${QUESTION_NAMES[question]}`}
              >
                <ActionButton look="text">Withdraw</ActionButton>
              </ActionForm>
            ),
          stacked: "1 / 3 / 2 / 4" as const,
        },
      ]
    : []),
];

const titleOf = ({ product, question }: DraftAccess) => `${product}, ${QUESTION_NAMES[question].toLowerCase()}`;

export const draftAccessColumns = (changeSetId: number, remove: FormAction | null): readonly Column<DraftAccess>[] => [
  {
    key: "what",
    head: "Product and question",
    isRowHead: true,
    cell: titleOf,
    stacked: "1 / 1 / 2 / 3",
  },
  {
    key: "sentence",
    head: "Sentence",
    cell: ({ statement }) => (statement === null ? "Withdrawn" : <Statement statement={statement} />),
    stacked: "2 / 1 / 3 / 4",
  },
  ...(remove
    ? [
        {
          key: "remove",
          head: <span className="visually-hidden">Action</span>,
          align: "end" as const,
          cell: (row: DraftAccess) => (
            <ActionForm
              action={remove}
              hidden={{ id: String(changeSetId), access: String(row.id) }}
              className="form-row"
              label={`Remove: ${titleOf(row)}`}
            >
              <ActionButton look="text">Remove</ActionButton>
            </ActionForm>
          ),
          stacked: "1 / 3 / 2 / 4" as const,
        },
      ]
    : []),
];
