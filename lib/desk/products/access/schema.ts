import { z } from "zod";
import { findSentenceFault } from "@/lib/catalogue/products/access/rules";
import { ACCESS_QUESTIONS, type AccessQuestion } from "@/lib/catalogue/products/access/schema";
import { Slug } from "@/lib/contract/codes";
import { ONE_LINE, StorableText } from "@/lib/contract/text";
import { optionalField } from "@/lib/desk/forms/fields-schema";
import { PageAddress, ReadOn } from "@/lib/desk/verify/schema";
import { checkUrl } from "@/lib/import/read/cell-rules";

/** What a statement says; all of it is null where the one that stands is withdrawn. */
export type DeskStatement = { sentence: string; sourceUrl: string; readOn: string };

/** In a draft; a null statement withdraws. */
export type DraftAccess = {
  id: number;
  changeSetId: number;
  product: string;
  question: AccessQuestion;
  statement: DeskStatement | null;
};

export const AccessForm = z.object({
  product: Slug,
  question: z.enum(ACCESS_QUESTIONS, "is needed"),
  sentence: StorableText.trim()
    .regex(ONE_LINE, "must be one line")
    .superRefine((text, { addIssue }) => {
      const fault = text === "" ? "is needed" : findSentenceFault(text);
      if (fault !== null) addIssue({ code: "custom", message: fault });
    }),
  source_url: PageAddress.refine((text) => !text.includes("@") || checkUrl(text, "") === null, "must not name a user"),
  day: ReadOn,
  /** Whether it holds for all plans of the service. */
  plans: optionalField(z.literal("on")),
});

export const WithdrawAccessForm = z.object({ product: Slug, question: z.enum(ACCESS_QUESTIONS, "is needed") });
