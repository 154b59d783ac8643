import { expect, test } from "vitest";
import { productLabel } from "@/lib/catalogue/products/rules";

test.each([
  ["Netflix", "Standard", "Netflix Standard"],
  ["ReelShort", "", "ReelShort"],
  ["Mimo", "Highest", "Mimo"],
  ["Poe", "Monthly", "Poe"],
  ["Elevate", "Elevate Premium", "Elevate Premium"],
  ["Grok", "SuperGrok", "SuperGrok"],
  ["Duolingo", "Super Duolingo", "Super Duolingo"],
  ["GitHub Copilot", "Copilot Pro", "GitHub Copilot Pro"],
  ["Proton Mail", "Mail Plus", "Proton Mail Plus"],
  ["Google One", "one", "Google One"],
  ["Learn to Read - Reading.com", "Learn to Read", "Learn to Read - Reading.com"],
  ["Procreate", "Pro", "Procreate Pro"],
  ["Proton Mail", "Mailbox", "Proton Mail Mailbox"],
])("%s and its plan %s are called %s", (name, plan, label) => {
  expect(productLabel({ name, plan })).toBe(label);
});
