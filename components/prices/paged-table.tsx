import { DataTable, type DataTableProps } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import { toHref } from "@/lib/pages/query";
import { formatCount } from "@/lib/text/format";

export type PagedTableProps<Row> = {
  table: DataTableProps<Row>;
  /** Rows of all pages together; `table` has those of this page. */
  totalItems: number;
  page: number;
  pageSize: number;
  path: string;
  params: Parameters<typeof toHref>[1];
  emptyTitle: string;
  cleared: { href: string; count: number };
};

export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { table, totalItems, page, pageSize, path, params, emptyTitle, cleared } = props;
  if (totalItems === 0) {
    const text = `Show all ${formatCount(cleared.count)} prices`;
    return <EmptyState title={emptyTitle} waysOut={[{ href: cleared.href, text }]} />;
  }
  return (
    <>
      <DataTable {...table} />
      <Pager
        page={page}
        pageSize={pageSize}
        totalItems={totalItems}
        hrefOf={(target) => toHref(path, { ...params, page: target === 1 ? undefined : target }, "#prices")}
        label="Pages of the table"
      />
    </>
  );
}
