import { hostOf } from "@/lib/catalogue/prices/words";
import { QUESTION_NAMES } from "@/lib/catalogue/products/access/rules";
import type { AccessStatement } from "@/lib/catalogue/products/access/schema";
import { formatDay } from "@/lib/text/format";

/** Shows statements with the page and the day of each, so that a reader can check them. Draws nothing where there are none. */
export function AccessList({ statements }: { statements: readonly AccessStatement[] }) {
  if (statements.length === 0) return null;
  return (
    <dl className="access-list">
      {statements.map(({ question, sentence, source_url, read_on }) => (
        <div key={question}>
          <dt>{QUESTION_NAMES[question]}</dt>
          <dd>
            {sentence}{" "}
            <span className="access-source">
              <a href={source_url}>{hostOf(source_url)}</a>, read on {formatDay(read_on)}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type FoldedAccessProps = {
  /** In the order of the page. */
  products: readonly { product: string; label: string; statements: readonly AccessStatement[] }[];
};

/** Folds the statements of several products beside a saving. Leaves out products without any: silence says neither yes nor no. */
export function FoldedAccess({ products }: FoldedAccessProps) {
  const told = products.filter(({ statements }) => statements.length > 0);
  const isOne = products.length === 1;
  if (told.length === 0) return null;
  return (
    <details className="access">
      <summary className="chevron">
        Can I buy {isOne ? "it" : "them"} from abroad?
        {isOne && <span className="visually-hidden"> {told[0]?.label}</span>}
      </summary>
      {told.map(({ product, label, statements }) => (
        <div key={product}>
          {!isOne && <p className="access-title">{label}</p>}
          <AccessList statements={statements} />
        </div>
      ))}
    </details>
  );
}
