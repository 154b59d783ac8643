import type { Column } from "@/components/ui/data-table";
import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import { categoryName, productLabel } from "@/lib/catalogue/products/rules";
import type { DraftProduct, KnownProduct } from "@/lib/desk/products/form/rules";
import { PRODUCTS_PATH } from "@/lib/desk/products/form/schema";
import { ActionButton } from "./action-button";
import { ActionForm } from "./action-form";

export const PRODUCT_COLUMNS: readonly Column<KnownProduct>[] = [
  {
    key: "name",
    head: "Product",
    isRowHead: true,
    cell: (product) =>
      product.changeSetId === null ? (
        <a href={`${PRODUCTS_PATH}/${product.slug}`}>{productLabel(product)}</a>
      ) : (
        <>
          {productLabel(product)}
          <span className="sub">
            in <a href={`/admin/changes/${product.changeSetId}`}>change set {product.changeSetId}</a>
          </span>
        </>
      ),
    stacked: "1 / 1 / 2 / 4",
  },
  { key: "slug", head: "Slug", cell: ({ slug }) => <code>{slug}</code>, stacked: "2 / 1 / 3 / 4" },
  { key: "vendor", head: "Vendor", cell: ({ vendor }) => vendor ?? "–", stacked: "3 / 1" },
  { key: "category", head: "Category", cell: ({ category }) => categoryName(category), stacked: "3 / 2 / 4 / 4" },
];

const KIND_NAMES = { save: "Changed", remove: "Removed" };

export const draftProductColumns = (
  changeSetId: number,
  remove: FormAction | null,
): readonly Column<DraftProduct>[] => [
  {
    key: "name",
    head: "Product",
    isRowHead: true,
    cell: (product) => (
      <>
        {productLabel(product)} <span className="sub">{product.slug}</span>
      </>
    ),
    stacked: "1 / 1 / 2 / 4",
  },
  {
    key: "kind",
    head: "What",
    cell: ({ kind, isNew }) => (isNew ? "New product" : KIND_NAMES[kind]),
    stacked: "2 / 1",
  },
  {
    key: "details",
    head: "Details",
    cell: ({ vendor, service, category, website, samePlanAs }) =>
      [vendor, service, categoryName(category), website, samePlanAs && `same plan as ${samePlanAs}`]
        .filter(Boolean)
        .join(", "),
    stacked: "3 / 1 / 4 / 4",
  },
  ...(remove
    ? [
        {
          key: "remove",
          head: <span className="visually-hidden">Action</span>,
          align: "end" as const,
          cell: (product: DraftProduct) => (
            <ActionForm
              action={remove}
              hidden={{ id: String(changeSetId), product: String(product.id) }}
              className="form-row"
              label={`Remove ${productLabel(product)}`}
            >
              <ActionButton look="text">Remove</ActionButton>
            </ActionForm>
          ),
          stacked: "2 / 3" as const,
        },
      ]
    : []),
];
