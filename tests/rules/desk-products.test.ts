import { expect, test } from "vitest";
import {
  type DeskProductRow,
  isFoundBy,
  type KnownProduct,
  listMains,
  toDeskProduct,
  toSlug,
} from "@/lib/desk/products/form/rules";

const NETFLIX: DeskProductRow = {
  slug: "netflix",
  name: "Netflix",
  vendor: "Netflix, Inc.",
  service: "netflix-service",
  category: "streaming",
  plan: "Standard",
  website: null,
  inBasket: true,
  samePlanAs: null,
};
const known: KnownProduct[] = [
  { ...NETFLIX, changeSetId: null },
  { ...NETFLIX, slug: "canal-plus", name: "Canal+", service: "Canal+", plan: "Ciné", inBasket: false, changeSetId: 7 },
];

test.each([
  ["Netflix Premium", "netflix-premium"],
  ["Disney+ Début", "disney-plus-debut"],
  ["  X (formerly Twitter) ", "x-formerly-twitter"],
  ["Łódź & Straße", "lodz-strasse"],
  ["爱奇艺", ""],
  [`${"long ".repeat(30)}name`, Array(20).fill("long").join("-")],
])("the slug of %s is %s", (label, slug) => {
  expect(toSlug(label)).toBe(slug);
});

const given = { name: "Netflix", plan: "Premium", category: "streaming" };

test("a new product has a slug of its name and plan, the service of its name, and is in no basket", () => {
  expect(toDeskProduct(given, null, known)).toEqual({
    row: {
      slug: "netflix-premium",
      name: "Netflix",
      vendor: null,
      service: "netflix-service",
      category: "streaming",
      plan: "Premium",
      website: null,
      inBasket: false,
      samePlanAs: null,
    },
  });
});

const HOUSE = { name: "Sheet", plan: "Personal", category: "productivity", vendor: "Maker" };
const MAIN: DeskProductRow = {
  slug: "sheet",
  name: "Sheet",
  vendor: "Maker",
  service: "Office",
  category: "productivity",
  plan: "Personal",
  website: null,
  inBasket: true,
  samePlanAs: null,
};
const office: KnownProduct[] = [
  ...known,
  { ...MAIN, category: "streaming", changeSetId: null },
  { ...MAIN, slug: "slides", name: "Slides", category: "productivity", samePlanAs: "sheet", changeSetId: null },
];

test("a product becomes another door to a plan, keeps what it said of the basket, and is none again", () => {
  const notes = { ...MAIN, slug: "notes", name: "Notes" };
  const form = { ...HOUSE, name: "Notes", same_plan_as: "sheet" };
  expect(toDeskProduct(form, notes, office)).toEqual({ row: { ...notes, samePlanAs: "sheet" } });
  expect(toDeskProduct({ ...HOUSE, name: "Notes" }, { ...notes, samePlanAs: "sheet" }, office)).toEqual({ row: notes });
});

test.each([
  ["itself", { ...HOUSE, name: "Notes", same_plan_as: "notes-personal" }, "is the product itself"],
  ["one that nobody knows", { ...HOUSE, name: "Notes", same_plan_as: "word" }, "is no known product"],
  ["a door", { ...HOUSE, name: "Notes", same_plan_as: "slides" }, "is itself the same plan as sheet: name that"],
  ["one of another vendor", { ...HOUSE, name: "Notes", same_plan_as: "netflix" }, "is a product of another vendor"],
])("a mark as the same plan as %s is a fault at its field", (_, form, fault) => {
  expect(toDeskProduct(form, null, office)).toEqual({ faults: { same_plan_as: fault } });
});

test("a product that has doors is no door itself, and only products of its vendor are proposed", () => {
  const other = { ...MAIN, slug: "suite", name: "Suite", changeSetId: null };
  expect(toDeskProduct({ ...HOUSE, same_plan_as: "suite" }, MAIN, [...office, other])).toEqual({
    faults: { same_plan_as: "must be empty: slides is marked as the same plan as this" },
  });
  expect(listMains([...office, other], MAIN)).toEqual(["suite"]);
  expect(listMains(office, null)).toEqual(["netflix", "canal-plus", "sheet"]);
});

test.each([
  ["a slug that is taken", { ...given, slug: "netflix" }, { slug: "netflix is that of Netflix Standard (netflix)" }],
  [
    "another slug for the same words",
    { ...given, name: "CANAL+", plan: "cine", slug: "other" },
    { name: "and plan are those of Canal+ Ciné (canal-plus, in change set 7)" },
  ],
  [
    "a name without letters of a to z",
    { ...given, name: "爱奇艺", plan: "黄金" },
    { slug: "is needed: the name has no letter of a to z" },
  ],
  ["a category that nothing has", { ...given, category: "strimming" }, { category: "is none of those that are known" }],
  ["no plan", { ...given, plan: undefined }, { plan: "is needed" }],
])("%s is a fault at its field", (_, form, faults) => {
  expect(toDeskProduct(form, null, known)).toEqual({ faults });
});

test("a change keeps slug and basket, may rename, and says when nothing is changed", () => {
  const same = { name: "Netflix", plan: "Standard", category: "streaming", vendor: "Netflix, Inc." };
  expect(toDeskProduct(same, NETFLIX, known)).toEqual({ faults: { message: "Nothing of it is changed." } });
  expect(toDeskProduct({ ...same, name: "Netflix Now", website: "https://n.example/" }, NETFLIX, known)).toEqual({
    row: { ...NETFLIX, name: "Netflix Now", website: "https://n.example/" },
  });
  expect(toDeskProduct({ ...same, name: "Canal+", plan: "Cine" }, NETFLIX, known)).toHaveProperty("faults.name");
});

test("products are found by words of any column in any order", () => {
  expect(isFoundBy("STANDARD netflix", NETFLIX)).toBe(true);
  expect(isFoundBy("inc", NETFLIX)).toBe(true);
  expect(isFoundBy("", NETFLIX)).toBe(true);
  expect(isFoundBy("netflix premium", NETFLIX)).toBe(false);
});
