import { z } from "zod";
import { defineEndpoint } from "@/lib/api/endpoint";
import { whole } from "@/lib/contract/envelope";
import { currencyInputs, versionInputs } from "@/lib/contract/inputs";
import { Summary } from "./schema";

export const getSummary = defineEndpoint({
  path: "/api/summary",
  operationId: "getSummary",
  summary: "The dataset at a glance",
  description:
    "What the home page says: the headline, how many countries are clearly cheaper or dearer than the US, well-known services, the largest changes of a local price, and how fresh the prices are.",
  params: z.object({}),
  query: z.object({ ...currencyInputs, ...versionInputs }),
  response: whole(Summary),
  example: "/api/summary",
  maxAgeSeconds: 60,
});
