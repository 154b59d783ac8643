import { z } from "zod";
import { CountryCode, Day, PERIODS, Periods, PLACE_CODES, PLATFORMS, Platforms, Slug } from "@/lib/contract/codes";
import { ONE_LINE, StorableText } from "@/lib/contract/text";
import { optionalField } from "@/lib/desk/forms/fields-schema";
import { ProductDetails } from "@/lib/desk/products/form/schema";
import { PublicAnswer, WAYS } from "@/lib/desk/reports/form/schema";
import { Currency, PageAddress, PrintedText, REASON_NAMES, ReadOn } from "@/lib/desk/verify/schema";

export const PRICE_PATH = "/admin/verify/price";

const MAX_NAME_CHARS = 200;
const MAX_SEARCH_CHARS = 100;
const MAX_SEEN_CHARS = 500;
const known = new Set(PLACE_CODES);

const Name = StorableText.trim()
  .max(MAX_NAME_CHARS, `has at most ${MAX_NAME_CHARS} characters`)
  .regex(ONE_LINE, "must be one line");
const Saved = z.coerce.number().int().min(0).max(1_000_000);

/** One price of one store, as a page prints it, with the details of a product that is new. `seen`: what was asked about it and sent back unchanged. */
export const PriceForm = ProductDetails.extend({
  product: Name.min(1, "is needed"),
  country: z.string("is needed").refine((code) => known.has(code), "is needed"),
  store: z.enum(PLATFORMS, "is needed"),
  period: optionalField(z.enum(PERIODS, "is none")),
  amount: optionalField(PrintedText),
  currency: optionalField(Currency),
  source_url: PageAddress,
  day: ReadOn.pipe(Day),
  source: optionalField(Name),
  way: z.enum(Object.keys(WAYS) as [keyof typeof WAYS], "is none").default("amount"),
  reason: z.enum(Object.keys(REASON_NAMES) as [keyof typeof REASON_NAMES], "is none").default("typing_error"),
  note: optionalField(PublicAnswer),
  seen: z.string().max(MAX_SEEN_CHARS).catch(""),
  saved: Saved.catch(0),
}).superRefine(({ way, amount, note }, { addIssue }) => {
  const need = (path: string, message: string) => addIssue({ code: "custom", path: [path], message });
  if ((way === "amount" || way === "replace") && amount === undefined) need("amount", "is needed");
  if ((way === "replace" || way === "withdraw") && note === undefined) need("note", "is needed: everybody can read it");
});
export type PriceForm = z.output<typeof PriceForm>;

/** What a link fills in, or what the words of the desk's search (`q`) name. `saved`: prices saved one after the other. */
export const PriceQuery = z.object({
  q: StorableText.max(MAX_SEARCH_CHARS).optional(),
  product: Slug.optional(),
  country: CountryCode.optional(),
  store: Platforms.optional(),
  period: Periods.optional(),
  day: Day.optional(),
  source: Name.optional(),
  saved: Saved.default(0),
});
export type PriceQuery = z.output<typeof PriceQuery>;
