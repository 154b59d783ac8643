import { z } from "zod";
import { Instant } from "@/lib/contract/codes";

/** Methods that no program may claim. */
export const PEOPLE_METHODS = ["staff", "visitor"] as const;
export const READING_METHODS = ["page", "api", "receipt", ...PEOPLE_METHODS] as const;
export const MAX_QUOTE_CHARS = 120;
export const MAX_PLAN_CHARS = 100;

/** What a source may say of one reading beside the price. */
export const Provenance = z.object({
  read_at: Instant.nullable().describe("When the price was read, where its source says it; null without."),
  quote: z
    .string()
    .max(MAX_QUOTE_CHARS)
    .nullable()
    .describe("The price as it was printed, which was parsed again and gives `amount`; null without."),
  method: z
    .enum(READING_METHODS)
    .nullable()
    .describe(
      "How it was read: `page` of a shop, `api` of one, `receipt`, by `staff` of this service, by a `visitor`; null without.",
    ),
  plan: z.string().nullable().describe("Name of the plan as its page gives it; null without."),
});
export type Provenance = z.infer<typeof Provenance>;
