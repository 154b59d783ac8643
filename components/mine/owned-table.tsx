import { FoldedAccess } from "@/components/access/access-list";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import type { OwnedSubscription } from "@/lib/catalogue/mine/schema";
import { billingName, formatBilled } from "@/lib/catalogue/prices/words";
import { writeSavingTax } from "@/lib/findings/tax-line-rules";
import { countryName, formatDay } from "@/lib/text/format";
import { writeCountedAs } from "./counted-words";
import type { ListState } from "./mine-form";
import { PlanForm } from "./plan-form";

type OwnedTableProps = {
  owned: readonly OwnedSubscription[];
  home: string;
  /** Of the reader's country, in which payments are typed. */
  currency: string;
  money: Money;
  state: ListState;
  /** No saving is told of aged prices. */
  isAged: boolean;
};

export function OwnedTable({ owned, home, currency, money, state, isAged }: OwnedTableProps) {
  const columns: readonly Column<OwnedSubscription>[] = [
    {
      key: "product",
      head: "Subscription",
      isRowHead: true,
      cell: ({ label, subscription, cost }) => (
        <>
          <Link href={`/services/${subscription.product}`}>{label}</Link>
          {cost !== null && subscription.paid === undefined && <span className="sub">{billingName(cost)}</span>}
        </>
      ),
      stacked: "1 / 1",
    },
    {
      key: "month",
      head: `${money.code} a month`,
      align: "end",
      cell: ({ cost }) => cost !== null && <b>{money.price(cost)}</b>,
      stacked: "1 / 2 / 2 / 4",
    },
    {
      key: "listed",
      head: "Amount",
      align: "end",
      cell: ({ cost, listed, countedAs }) => (
        <>
          {cost !== null ? formatBilled(cost) : listed !== null && formatBilled(listed)}
          {countedAs === "paid" && listed !== null && <span className="sub">listed {formatBilled(listed)}</span>}
        </>
      ),
      stacked: "2 / 2 / 3 / 4",
    },
    {
      key: "countedAs",
      head: "How sure",
      cell: (one) => writeCountedAs(one, isAged),
      stacked: "2 / 1",
    },
    {
      key: "cheapest",
      head: "Lowest price",
      cell: ({ subscription: { product }, label, cheapest, saving, access }) =>
        cheapest !== null && (
          <>
            {cheapest.country === home ? "here" : `${countryName(cheapest.country)}, ${money.price(cheapest)}`}
            {cheapest.outdated === true && <span className="sub">last seen {formatDay(cheapest.verified_on)}</span>}
            {!isAged && saving !== null && saving.usd_monthly > 0 && (
              <span className="sub">
                {money.price(saving)} less{writeSavingTax([home, cheapest.country])}
              </span>
            )}
            {cheapest.country !== home && <FoldedAccess products={[{ product, label, statements: access }]} />}
          </>
        ),
      unit: { before: "lowest price: " },
      stacked: "3 / 1 / 4 / 2",
    },
    {
      key: "change",
      head: <span className="visually-hidden">Change</span>,
      align: "end",
      cell: (one) => <PlanForm owned={one} state={state} currency={currency} />,
      stacked: "3 / 2 / 4 / 4",
    },
  ];
  return (
    <DataTable
      caption="Your subscriptions, in the order of your list"
      columns={columns}
      rows={owned}
      rowKey={({ subscription }) => subscription.product}
      rowTone={({ cost }) => (cost === null ? "off" : undefined)}
      className="mine-table"
    />
  );
}
