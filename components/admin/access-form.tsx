import { DataTable } from "@/components/ui/data-table";
import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import { QUESTION_TEXTS } from "@/lib/catalogue/products/access/rules";
import { ACCESS_QUESTIONS, type AccessQuestion, MAX_SENTENCE_CHARS } from "@/lib/catalogue/products/access/schema";
import { productLabel } from "@/lib/catalogue/products/rules";
import type { DeskStatement, DraftAccess } from "@/lib/desk/products/access/schema";
import type { DeskProductRow } from "@/lib/desk/products/form/rules";
import { productAccessColumns } from "./access-columns";
import { ActionButton } from "./action-button";
import { ActionCheckbox, ActionSelect, ActionTextArea } from "./action-fields";
import { ActionForm } from "./action-form";
import { PageReadFields } from "./page-read-fields";

type ProductAccessProps = {
  product: DeskProductRow;
  valid: ReadonlyMap<AccessQuestion, DeskStatement>;
  waiting: ReadonlyMap<AccessQuestion, DraftAccess>;
  /** Of its service. */
  plans: number;
  today: string;
  /** Null for who may not. */
  save: FormAction | null;
  withdraw: FormAction | null;
};

/** Lets staff see and write what the product's page says about buying it from abroad, one sentence a question. */
export function ProductAccess({ product, valid, waiting, plans, today, save, withdraw }: ProductAccessProps) {
  const rows = ACCESS_QUESTIONS.map((question) => ({
    question,
    valid: valid.get(question) ?? null,
    waiting: waiting.get(question) ?? null,
  }));
  return (
    <section className="section-near" id="access">
      <h2 className="section-title">Can I buy it from abroad?</h2>
      <p className="section-note">
        One sentence a question, in our words: what a page of the service says. Its public page and comparisons show it;
        of what is empty nothing is said. No ways around what the service allows.
      </p>
      <DataTable
        caption={`What is said about buying ${productLabel(product)} from abroad, by question`}
        columns={productAccessColumns(product.slug, withdraw)}
        rows={rows}
        rowKey={({ question }) => question}
      />
      {save !== null && (
        <ActionForm action={save} hidden={{ product: product.slug }} className="stack access-form" label="From abroad">
          <div className="field-grid">
            <ActionSelect
              label="Question"
              name="question"
              choices={ACCESS_QUESTIONS.map((value) => ({ value, label: QUESTION_TEXTS[value] }))}
              value=""
              anyLabel="Choose one"
            />
            <PageReadFields today={today} />
          </div>
          <ActionTextArea label="Sentence" name="sentence" rows={2} maxLength={MAX_SENTENCE_CHARS} />
          {plans > 1 && (
            <ActionCheckbox
              className="choice"
              label={`Of all ${plans} plans of ${product.service}`}
              name="plans"
              isChecked={false}
            />
          )}
          <ActionButton look="plain">Save the sentence</ActionButton>
        </ActionForm>
      )}
    </section>
  );
}
