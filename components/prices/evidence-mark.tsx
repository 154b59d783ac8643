import type { Price } from "@/lib/catalogue/prices/schema";
import { evidenceWords } from "@/lib/catalogue/prices/words";

/** Says in words how well a price is known, where its source did not just see one offer. */
export function EvidenceMark({ price: { evidence } }: { price: Pick<Price, "evidence"> }) {
  const words = evidenceWords(evidence);
  return words === null ? null : <span className="sub">{words}</span>;
}
