import type { Metadata } from "next";
import { InChangeSetNotice } from "@/components/admin/done-notice";
import { PRODUCT_COLUMNS } from "@/components/admin/product-columns";
import { StaffHead } from "@/components/admin/staff-head";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { ButtonLink } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/filter-form";
import { SelectField } from "@/components/ui/select-field";
import { requireStaff } from "@/lib/access/staff/current-data";
import { may } from "@/lib/access/staff/roles/rules";
import { listKnownProducts, toCategoryChoices } from "@/lib/desk/products/data";
import { isFoundBy } from "@/lib/desk/products/form/rules";
import { PRODUCTS_PATH, ProductsQuery } from "@/lib/desk/products/form/schema";
import { PRICE_PATH } from "@/lib/desk/readings/form/schema";
import { readPageQuery, type SearchParams } from "@/lib/pages/query";
import { capitalize, countNoun } from "@/lib/text/words";

export const metadata: Metadata = { title: "Products" };

export default async function ProductsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const staff = await requireStaff("desk.read", PRODUCTS_PATH, params);
  const { query, refused } = readPageQuery(params, ProductsQuery);
  const { q = "", category } = query;
  const known = await listKnownProducts();
  const found = known.filter((one) => isFoundBy(q, one) && (category === undefined || one.category === category));
  const isFiltered = q !== "" || category !== undefined;
  return (
    <>
      <RefusedParameters refused={refused} />
      <StaffHead
        title="Products"
        crumbs={[{ name: "Desk", href: "/admin/desk" }]}
        action={may(staff.role, "product.save") && <ButtonLink href={`${PRODUCTS_PATH}/new`}>New product</ButtonLink>}
      >
        One row for each plan of a service. What changes goes into a change set of yours, which a second person
        approves.
      </StaffHead>
      <InChangeSetNotice done={params.done}>
        {(changeSet) => (
          <>
            In {changeSet}, with what else you have there. <a href={PRICE_PATH}>Add a price</a>
          </>
        )}
      </InChangeSetNotice>
      <div className="admin-bar">
        <FilterForm
          action={PRODUCTS_PATH}
          label="Search products"
          submit="Apply"
          keep={{}}
          resetHref={isFiltered ? PRODUCTS_PATH : ""}
        >
          <Field label="Name, plan, vendor or slug" name="q" type="search" defaultValue={q} isWide />
          <SelectField
            label="Category"
            name="category"
            value={category ?? ""}
            choices={toCategoryChoices(known)}
            anyLabel="All"
          />
        </FilterForm>
      </div>
      {found.length === 0 ? (
        <EmptyState
          level={2}
          title="No product matches."
          waysOut={[{ href: PRODUCTS_PATH, text: "Show all products" }]}
        />
      ) : (
        <>
          <p className="section-note">{capitalize(countNoun(found.length, "product", "products"))}.</p>
          <DataTable
            caption="Products by name, and behind them those that wait in change sets"
            columns={PRODUCT_COLUMNS}
            rows={found}
            rowKey={({ slug, changeSetId }) => `${slug} ${changeSetId}`}
          />
        </>
      )}
    </>
  );
}
