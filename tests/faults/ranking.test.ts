import { expect, test } from "vitest";
import { listProducts } from "@/app/api/services/contract";
import { get } from "@/tests/support/api";
import { scale } from "@/tests/support/fault-scale";
import { checkRanking, readIndexed, TAX_VIEWS } from "@/tests/support/ranking-invariants";

test("no answer about any product says more than its rows, at home in 23 countries and in both tax views", async () => {
  const indexed = await readIndexed();
  expect(indexed.size).toBe(18);
  const { data } = listProducts.response.parse((await get("/api/services?page_size=200")).body);
  expect(data).toHaveLength(150);
  for (const { product } of data.slice(0, scale(150, 5)))
    for (const tax of TAX_VIEWS) await checkRanking(product, tax, indexed);
}, 1_800_000);
