import { expect, test } from "vitest";
import { writeWithdrawn } from "@/lib/findings/withdrawn-rules";

test.each([
  { withdrawn: { countries: 0, notes: [] }, says: null },
  { withdrawn: { countries: 1, notes: [] }, says: "The price of one country was withdrawn." },
  { withdrawn: { countries: 17, notes: ["Annual"] }, says: "The prices of 17 countries were withdrawn: “Annual”." },
  {
    withdrawn: { countries: 2, notes: ["Annual", "Typing error"] },
    says: "The prices of two countries were withdrawn: “Annual”, “Typing error”.",
  },
])("says what was withdrawn of a product: $says", ({ withdrawn, says }) =>
  expect(writeWithdrawn(withdrawn)).toBe(says),
);
