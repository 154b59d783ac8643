import type { Metadata } from "next";
import { saveProduct } from "@/app/admin/(signed-in)/products/actions";
import { ProductEntryForm } from "@/components/admin/product-forms";
import { StaffHead } from "@/components/admin/staff-head";
import { requireStaff } from "@/lib/access/staff/current-data";
import { listKnownProducts, toCategoryChoices } from "@/lib/desk/products/data";
import { listMains } from "@/lib/desk/products/form/rules";
import { PRODUCTS_PATH } from "@/lib/desk/products/form/schema";

export const metadata: Metadata = { title: "New product" };

export default async function NewProductPage() {
  await requireStaff("product.save", `${PRODUCTS_PATH}/new`);
  const known = await listKnownProducts();
  return (
    <>
      <StaffHead title="New product" crumbs={[{ name: "Products", href: PRODUCTS_PATH }]}>
        One plan of one service. It is published with the change set that it goes into, and shown once it has a price.
      </StaffHead>
      <ProductEntryForm
        action={saveProduct}
        categories={toCategoryChoices(known)}
        services={[...new Set(known.map(({ service }) => service))]}
        mains={listMains(known, null)}
        product={null}
      />
    </>
  );
}
