import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { MineChange } from "@/lib/catalogue/mine/schema";
import { writeChange } from "./change-words";
import { type ListState, MineForm } from "./mine-form";

type ChangesListProps = {
  /** Null where the versions cannot be compared any more. */
  changes: readonly MineChange[] | null;
  /** The dataset version that was looked at last. */
  seen: string;
  label: (slug: string) => string;
  state: ListState;
};

/** Lists price changes of the reader's subscriptions at home since the version that was looked at last, until the reader says so. */
export function ChangesList({ changes, seen, label, state }: ChangesListProps) {
  if (changes?.length === 0) return null;
  return (
    <section className="section" aria-labelledby="changed">
      <h2 className="finding finding-sub" id="changed">
        Changed since you last looked
      </h2>
      {changes === null ? (
        <p className="measure">Version {seen}, which you looked at last, cannot be compared with this one any more.</p>
      ) : (
        <ul className="examples">
          {changes.map((change) => (
            <li key={change.id}>
              <Link href={`/services/${change.product}`}>{label(change.product)}</Link>{" "}
              <span>{writeChange(change)}</span>
            </li>
          ))}
        </ul>
      )}
      <MineForm state={state} label="Changes that you have seen">
        <Button look="plain" name="seen" value="1">
          I have seen these
        </Button>
      </MineForm>
    </section>
  );
}
