import { expect, test } from "vitest";
import { listProducts } from "@/app/api/services/contract";
import { get } from "@/tests/support/api";
import { checkSentences, LENSES } from "@/tests/support/sentences";

const HOMES = ["US", "DE", "TR"];

test("pages of a product of each kind say no more than its rows, in each view", async () => {
  const { data } = listProducts.response.parse((await get("/api/services?page_size=200")).body);
  const kinds = ["certain", "uncertain", "last_seen", "none"] as const;
  const examples = kinds.map((kind) => data.find(({ ranking }) => ranking === kind)?.product);
  expect(examples).not.toContain(undefined);
  for (const slug of examples) {
    for (const home of HOMES) await checkSentences(slug ?? "", home);
    for (const lens of LENSES) if (lens !== "") await checkSentences(slug ?? "", "DE", lens);
  }
});
