import { z } from "zod";
import { defineList } from "@/lib/api/formats";
import { Category } from "@/lib/catalogue/categories/schema";
import { page } from "@/lib/contract/envelope";
import { versionInputs } from "@/lib/contract/inputs";

export const listCategories = defineList({
  path: "/api/categories",
  operationId: "listCategories",
  summary: "Categories, with their products and prices counted",
  description: "Every category, by name, in one page. Its index by country: `/api/countries?category=`.",
  params: z.object({}),
  query: z.object(versionInputs),
  response: page(Category),
  rows: { name: "categories", columns: Category, toRows: (categories) => categories },
  example: "/api/categories",
  maxAgeSeconds: 60,
});
