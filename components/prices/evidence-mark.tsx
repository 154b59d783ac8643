import type { Price } from "@/lib/catalogue/prices/schema";
import { evidenceWords } from "@/lib/catalogue/prices/words";

/** Says how well a price is known, unless its source saw one offer. */
export function EvidenceMark({ price: { evidence } }: { price: Pick<Price, "evidence"> }) {
  const words = evidenceWords(evidence);
  return words === null ? null : <span className="sub">{words}</span>;
}
