import { expect, test } from "vitest";
import { readPriceNote } from "@/lib/import/read/price-note-rules";

const listed = (count: number, name: string) => `App Store lists ${count} duplicate offers named “${name}”.`;
const UNEXPLAINED = "The store does not explain the difference between these offers.";
const HIGHEST = "The table displays the highest price (€9.99/mo).";

test.each([
  {
    note: `${listed(4, "Gold")} We infer that the lower matching price is monthly and the higher one annual. The store page does not state the billing period; the table displays the lower price (€9.99/mo).`,
    read: { evidence: "period_inferred", offers: "4" },
  },
  {
    note: "App Store lists 3 purchase entries matching “Plus”. The matching entries do not share a name, so they may be different tiers. The table keeps the price already on record (€9.99/mo).",
    read: { evidence: "plan_differs", offers: "3" },
  },
  {
    note: `${UNEXPLAINED} The table retains the previously recorded price (€9.99/mo).`,
    read: { evidence: "previous_price", offers: null },
  },
  {
    note: `${listed(2, "Membership")} ${UNEXPLAINED} ${HIGHEST}`,
    read: { evidence: "highest_period_open", offers: "2" },
  },
  ...["Pro (Monthly)", "12 Months", "Weekly access", "Premium mensual", "月額プラン", "Abo 1 Monat"].map((name) => ({
    note: `${listed(12, name)} ${UNEXPLAINED} ${HIGHEST}`,
    read: { evidence: "highest_of_several", offers: "12" },
  })),
])("$read.evidence, $read.offers: $note", ({ note, read }) => {
  expect(readPriceNote(note)).toEqual({ ...read, note: null });
});

test.each([
  ["Checked by hand.", null],
  [`${listed(2, "Monthly")} ${UNEXPLAINED}`, "2"],
])("words that are not known are kept, and are a doubt: %s", (note, offers) => {
  expect(readPriceNote(note)).toEqual({ evidence: "plan_differs", offers, note });
});
