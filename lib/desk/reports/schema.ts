import { z } from "zod";
import { CountryCode, type Period, Periods, type Platform, Platforms, Slug } from "@/lib/contract/codes";
import { reads } from "@/lib/contract/inputs";
import { StorableText } from "@/lib/contract/text";
import { optionalField } from "@/lib/desk/forms/fields-schema";
import { readTypedAmount } from "@/lib/printed/amount-rules";
import { REPORT_KINDS } from "./rules";

export const ReportKind = z.enum([...(Object.keys(REPORT_KINDS) as (keyof typeof REPORT_KINDS)[]), "outlier"]);
export type ReportKind = z.infer<typeof ReportKind>;
export const FoundBy = z.enum(["visitor", "check"]);
export type FoundBy = z.infer<typeof FoundBy>;
export const Outcome = z.enum(["corrected", "kept"]);

/** Days for which pages tell the outcome of a report; then its e-mail address is erased. */
export const TOLD_DAYS = 90;
export const EMAIL_DAYS = 90;

const MAX_URL_CHARS = 2_048;

export const ReportQuery = z.object({
  product: Slug.optional(),
  country: CountryCode.optional(),
  platform: Platforms.optional(),
  period: Periods.optional(),
});
export const SeriesKey = z.object({ product: Slug, country: CountryCode, platform: Platforms, period: Periods });
export type SeriesKey = z.infer<typeof SeriesKey>;

const isAddress = (text: string) => {
  if (!/^https?:\/\/[^\s\p{Cc}]+$/u.test(text) || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  return username === "" && password === "" && hostname.includes(".");
};

const AmountText = StorableText.transform((text, { addIssue }) => {
  const amount = readTypedAmount(text);
  if (amount !== null) return amount;
  addIssue({ code: "custom", message: "Write an amount above 0 in digits, for example 349.99 or 1,700." });
  return z.NEVER;
});

/** Pages print addresses without a scheme: `spotify.com/ng`. */
const withScheme = (text: string) => (text === "" || /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);

/** A page, as a visitor names it: never fetched. */
export const SeenAt = StorableText.trim()
  .min(1, "Name the page where you saw it.")
  .transform(withScheme)
  .pipe(
    z
      .string()
      .max(MAX_URL_CHARS, `An address has at most ${MAX_URL_CHARS} characters.`)
      .refine(isAddress, "Write the address of a page, for example netflix.com/tr/signup."),
  );

export const ReportForm = z
  .object({
    kind: z.enum(Object.keys(REPORT_KINDS) as [keyof typeof REPORT_KINDS], "Choose what is wrong."),
    amount: optionalField(AmountText),
    currency: optionalField(z.string().regex(/^[A-Z]{3}$/, "Choose a currency.")),
    source_url: SeenAt,
    email: optionalField(
      StorableText.trim()
        .max(254, "An e-mail address has at most 254 characters.")
        .pipe(z.email("That is no e-mail address.")),
    ),
  })
  .refine(({ kind, amount }) => kind === "ended" || amount !== undefined, {
    path: ["amount"],
    message: "Write the right amount.",
    when: reads("amount", "kind"),
  });
export type ReportForm = z.infer<typeof ReportForm>;

export type PublicReport = {
  id: number;
  kind: ReportKind;
  /** What the check found, with its figures; null for a visitor's. */
  finding: string | null;
  product: string;
  name: string;
  plan: string;
  country: string;
  platform: Platform;
  period: Period;
  wasAmount: number;
  wasCurrency: string;
  amount: number | null;
  currency: string | null;
  at: Date;
  outcome: z.infer<typeof Outcome> | null;
  answer: string | null;
  closedAt: Date | null;
};

export type StaffReport = PublicReport & {
  seriesId: number;
  foundBy: z.infer<typeof FoundBy>;
  sourceUrl: string | null;
  email: string | null;
  changeSetId: number | null;
  /** Null when no longer listed. */
  nowAmount: number | null;
  nowCurrency: string | null;
  verifiedOn: string | null;
  readAt: string | null;
};

type ReportCounts = { open: number; closed: number };
export type Inbox = { reports: StaffReport[]; counts: ReportCounts & Record<FoundBy, ReportCounts> };

const NONE: ReportCounts = { open: 0, closed: 0 };
export const EMPTY_INBOX: Inbox = { reports: [], counts: { ...NONE, visitor: NONE, check: NONE } };
