import { listMarks, type MarkedPrice } from "@/lib/catalogue/prices/words";

/** Says how well a price is known, unless its source saw one offer, and whether it is far from the rest. */
export function EvidenceMark({ price }: { price: MarkedPrice }) {
  const marks = listMarks(price);
  return marks.length === 0 ? null : <span className="sub">{marks.join(", ")}</span>;
}
