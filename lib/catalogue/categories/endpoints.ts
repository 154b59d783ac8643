import { z } from "zod";
import { defineList } from "@/lib/api/formats";
import { TaxInput } from "@/lib/catalogue/tax/schema";
import { whole } from "@/lib/contract/envelope";
import { versionInputs } from "@/lib/contract/inputs";
import { Category, CategoryRow } from "./schema";

const toCategoryRows = (categories: readonly Category[]): CategoryRow[] =>
  categories.flatMap(({ countries, ...category }) =>
    countries.map(({ code, ...median }) => ({ ...category, country: code, ...median })),
  );

export const listCategories = defineList({
  path: "/api/categories",
  operationId: "listCategories",
  summary: "Categories, with their medians by country",
  description:
    "Every category, by name, unpaged: how many products it has, and its median price difference from the US in each country that shares at least 5 of them.",
  params: z.object({}),
  query: z.object({ tax: TaxInput, ...versionInputs }),
  response: whole(z.array(Category)),
  rows: { name: "categories", columns: CategoryRow, toRows: toCategoryRows },
  example: "/api/categories",
  maxAgeSeconds: 60,
});
