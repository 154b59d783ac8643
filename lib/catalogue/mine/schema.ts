import type { Comparison, Saving } from "@/lib/catalogue/compare/schema";
import type { CoverageStatus } from "@/lib/catalogue/coverage/schema";
import type { Price } from "@/lib/catalogue/prices/schema";
import type { AccessStatement } from "@/lib/catalogue/products/access/schema";
import type { ChangeKind } from "@/lib/changes/rules";
import type { Subscription } from "./list-rules";

/**
 * `paid`: the reader says so; `certain` and `uncertain` count in the sum, what stands after them does not: `same_plan` is in it
 * by another subscription of the list.
 */
export type CountedAs =
  | "paid"
  | "certain"
  | "uncertain"
  | "same_plan"
  | "last_seen"
  | "no_rate"
  | Exclude<CoverageStatus, "priced">;

export type OwnedSubscription = {
  subscription: Subscription;
  label: string;
  countedAs: CountedAs;
  /** Name of the subscription of the list that is the same plan and counts for it. */
  countsWith: string | null;
  /** What counts in the reader's country: what is paid, else the listed price. */
  cost: Price | null;
  /** The listed price there, whatever is paid. */
  listed: Price | null;
  /** Prices there, of all stores and billing periods. */
  choices: readonly Price[];
  /** The lowest ranked price of the countries, the reader's included. */
  cheapest: Price | null;
  saving: Saving | null;
  /** Statements about buying it from abroad; empty where staff read none. */
  access: readonly AccessStatement[];
};

export type Mine = {
  owned: readonly OwnedSubscription[];
  /** Of what has a price in the reader's country that counts; its baseline. */
  comparison: Comparison;
  /** Slugs of a list that are no products of the version, or not any more. */
  gone: readonly string[];
};

/** A change of a price that a subscription is compared by, in the reader's country, between two dataset versions. */
export type MineChange = {
  id: string;
  product: string;
  kind: ChangeKind;
  before: Price | null;
  after: Price | null;
};
