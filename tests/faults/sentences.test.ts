import { expect, test } from "vitest";
import { listProducts } from "@/app/api/services/contract";
import { get } from "@/tests/support/api";
import { scale } from "@/tests/support/fault-scale";
import { readIndexed } from "@/tests/support/ranking-invariants";
import { checkSentences, LENSES } from "@/tests/support/sentences";

const OTHERS = ["AT", "PL", "ZA", "AQ", "CN"];

test("no page of any product says more than its rows, at home in 23 countries and in three views", async () => {
  const { data } = listProducts.response.parse((await get("/api/services?page_size=200")).body);
  expect(data).toHaveLength(150);
  const homes = [...(await readIndexed()), ...OTHERS];
  expect(homes).toHaveLength(23);
  for (const { product } of data.slice(0, scale(150, 2)))
    for (const home of homes.slice(0, scale(23, 3)))
      for (const lens of LENSES) await checkSentences(product, home, lens);
}, 7_200_000);
