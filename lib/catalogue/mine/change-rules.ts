import Big from "big.js";
import type { Period } from "@/lib/contract/codes";
import { perMonth } from "@/lib/contract/period-rules";
import { type PrintedAmount, readPrinted } from "@/lib/printed/amount-rules";
import { readList, type Subscription, writeList } from "./list-rules";

type SentForm = Pick<FormData, "get" | "getAll" | "has">;

/**
 * A list as a form changes it: `forget` empties it, `add` and `remove` name a product, `choose` sends all that are ticked
 * as `products`, and `plan` names a product with its `billed` (`ios.monthly`, empty for the lowest price), `paid` and
 * `currency`. Products that stay keep their plans; an amount that cannot be read, or in two ways, leaves its
 * plan as it was, and so does one for another period than the plan has. Without a plan it becomes what it is a month.
 */
export function changeList(list: readonly Subscription[], form: SentForm): Subscription[] {
  const read = (name: string) => String(form.get(name) ?? "");
  const without = (product: string) => list.filter((one) => one.product !== product);
  const ownOf = (product: string) => list.find((one) => one.product === product);
  if (form.has("forget")) return [];
  if (form.has("remove")) return without(read("remove"));
  if (form.has("add"))
    return ownOf(read("add")) ? [...list] : readList(`${writeList(list)},${read("add")}`).subscriptions;
  if (form.has("choose")) {
    const ticked = readList(form.getAll("products").join(",")).subscriptions;
    return ticked.map((one) => ownOf(one.product) ?? one);
  }
  if (!form.has("plan")) return [...list];
  const changed = readPlan(read("plan"), { billed: read("billed"), paid: read("paid"), currency: read("currency") });
  return list.map((one) => (one.product === read("plan") ? (changed ?? one) : one));
}

type SentPlan = { billed: string; paid: string; currency: string };

function readPlan(product: string, { billed, paid, currency }: SentPlan): Subscription | undefined {
  const plan = readList(`${product}:${billed}`.replace(/:$/, "")).subscriptions[0];
  if (plan === undefined || paid.trim() === "") return plan;
  const amount = readPaid(readPrinted(paid, { currency }), plan.period);
  return amount === null ? undefined : readList(`${product}:${billed}:${amount}${currency}`).subscriptions[0];
}

/** Null for what is no amount of one payment, of `period` or, without one, a month. */
function readPaid(printed: PrintedAmount, period: Period | undefined): string | null {
  if (printed.kind !== "amount") return null;
  if (printed.period === null || printed.period === period) return printed.amount;
  return period === undefined
    ? perMonth(Big(printed.amount), printed.period).round(4, Big.roundHalfEven).toFixed()
    : null;
}
