import { z } from "zod";
import { Day } from "@/lib/contract/codes";

/** In the order in which they are told. */
export const ACCESS_QUESTIONS = ["payment", "account_country", "moving", "family_abroad"] as const;
export type AccessQuestion = (typeof ACCESS_QUESTIONS)[number];

export const MAX_SENTENCE_CHARS = 200;

export const AccessStatement = z
  .object({
    question: z
      .enum(ACCESS_QUESTIONS)
      .describe(
        "`payment`: whether it takes a card of another country. `account_country`: whether the country of an account can be chosen or changed. `moving`: what becomes of a subscription when its owner moves. `family_abroad`: whether members of a family plan may live in another country.",
      ),
    sentence: z.string().describe("One sentence: what its page says, in our words."),
    source_url: z.string().describe("The page that says so."),
    read_on: Day.describe("Day on which the page was read."),
  })
  .meta({ id: "AccessStatement", description: "What a page says about buying a product from abroad." });
export type AccessStatement = z.infer<typeof AccessStatement>;
