import type { MineChange } from "@/lib/catalogue/mine/schema";
import { billingName, formatBilled } from "@/lib/catalogue/prices/words";
import type { ChangeKind } from "@/lib/changes/rules";
import { formatDay } from "@/lib/text/format";

const KIND_WORDS: Readonly<Partial<Record<ChangeKind, string>>> = {
  added: "a price was added",
  ended: "no longer listed",
  returned: "seen again",
  corrected: "our price was wrong, and is corrected",
  withdrawn: "our price was wrong, and is withdrawn",
};

/** `App Store, monthly: was €9.99, is €10.99`. A price that was not read for long is one that was last seen, not one that is. */
export function writeChange({ kind, before, after }: Pick<MineChange, "kind" | "before" | "after">): string {
  const price = after ?? before;
  if (price === null) return "";
  const amounts =
    after?.outdated === true
      ? [`last seen ${formatDay(after.verified_on)}, ${formatBilled(after)}`]
      : [before && `was ${formatBilled(before)}`, after && `is ${formatBilled(after)}`].filter(
          (words) => words !== null,
        );
  const words = KIND_WORDS[kind];
  return `${billingName(price)}: ${amounts.join(", ")}${words === undefined ? "" : ` (${words})`}`;
}
