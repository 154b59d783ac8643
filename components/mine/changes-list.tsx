import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { MineChange } from "@/lib/catalogue/mine/schema";
import { formatBilled } from "@/lib/catalogue/prices/words";
import { capitalize } from "@/lib/text/words";
import { type ListState, MineForm } from "./mine-form";

const KIND_WORDS: Readonly<Record<string, string>> = {
  added: "a price was added",
  ended: "no longer listed",
  outdated: "not read for long",
  returned: "listed again",
  corrected: "our price was wrong, and is corrected",
  withdrawn: "our price was wrong, and is withdrawn",
};

type ChangesListProps = {
  /** Null where the versions cannot be compared any more. */
  changes: readonly MineChange[] | null;
  /** The dataset version that was looked at last. */
  seen: string;
  label: (slug: string) => string;
  state: ListState;
};

/** What changed of the list in the reader's country since it was looked at last. */
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
          {changes.map(({ id, product, kind, before, after }) => (
            <li key={id}>
              <Link href={`/services/${product}`}>{label(product)}</Link>{" "}
              <span>
                {[before && `was ${formatBilled(before)}`, after && `is ${formatBilled(after)}`]
                  .filter(Boolean)
                  .join(", ")}
                {KIND_WORDS[kind] !== undefined && ` (${KIND_WORDS[kind]})`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <MineForm state={state} label={capitalize("changes that you have seen")}>
        <Button look="plain" name="seen" value="1">
          I have seen these
        </Button>
      </MineForm>
    </section>
  );
}
