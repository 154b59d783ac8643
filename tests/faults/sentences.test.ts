import { expect, test } from "vitest";
import { listProducts } from "@/lib/catalogue/products/endpoints";
import { get } from "@/tests/support/api";
import { scale } from "@/tests/support/fault-scale";
import { checkSentences } from "@/tests/support/sentences";

test("no page of any product says more than its rows, at home in three countries", async () => {
  const { data } = listProducts.response.parse((await get("/api/services?page_size=200")).body);
  expect(data).toHaveLength(150);
  for (const { product } of data.slice(0, scale(150, 5)))
    for (const home of ["US", "DE", "TR"]) await checkSentences(product, home);
}, 1_800_000);
