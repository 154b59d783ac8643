import type { Metadata } from "next";
import { notFound } from "next/navigation";
import {
  removeProduct,
  retireProduct,
  saveAccess,
  saveProduct,
  withdrawAccess,
} from "@/app/admin/(signed-in)/products/actions";
import { ProductAccess } from "@/components/admin/access-form";
import { InChangeSetNotice } from "@/components/admin/done-notice";
import { ProductEntryForm, RemoveProductForm, RetireProductForm } from "@/components/admin/product-forms";
import { StaffHead } from "@/components/admin/staff-head";
import { requireStaff } from "@/lib/access/staff/current-data";
import { may } from "@/lib/access/staff/roles/rules";
import { productLabel } from "@/lib/catalogue/products/rules";
import { Slug } from "@/lib/contract/codes";
import { findValidAccess, findWaitingAccess } from "@/lib/desk/products/access/data";
import {
  findNaming,
  findValidProduct,
  listKnownProducts,
  listListed,
  listValidPlans,
  toCategoryChoices,
} from "@/lib/desk/products/data";
import { listMains } from "@/lib/desk/products/form/rules";
import { PRODUCTS_PATH } from "@/lib/desk/products/form/schema";
import { PRICE_PATH } from "@/lib/desk/readings/form/schema";
import type { SearchParams } from "@/lib/pages/query";
import { currentDay } from "@/lib/platform/clock";
import { capitalize, countNoun } from "@/lib/text/words";
import { requireVersion } from "@/lib/versions/current";

type Props = { params: Promise<{ slug: string }>; searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: "Product" };

export default async function StaffProductPage({ params, searchParams }: Props) {
  const { slug: given } = await params;
  const staff = await requireStaff("desk.read", `${PRODUCTS_PATH}/${given}`);
  const slug = Slug.safeParse(given);
  const product = slug.success ? await findValidProduct(slug.data) : null;
  if (product === null) notFound();
  const [known, listed, naming, valid, undecided, plans, { done }] = await Promise.all([
    listKnownProducts(),
    listListed(await requireVersion(), product.slug),
    findNaming(product.slug),
    findValidAccess(product.slug),
    findWaitingAccess(product.slug),
    listValidPlans(product.service),
    searchParams,
  ]);
  const waiting = known.find((one) => one.slug === product.slug && one.changeSetId !== null);
  return (
    <>
      <StaffHead title={productLabel(product)} crumbs={[{ name: "Products", href: PRODUCTS_PATH }]}>
        {capitalize(countNoun(listed.length, "listed price", "listed prices"))}.{" "}
        <a href={`/services/${product.slug}`}>Its public page</a> ·{" "}
        <a href={`${PRICE_PATH}?product=${product.slug}`}>A price of it</a>
        {waiting && (
          <>
            {" "}
            · <a href={`/admin/changes/${waiting.changeSetId}`}>Change set {waiting.changeSetId}</a> changes it
          </>
        )}
      </StaffHead>
      <InChangeSetNotice done={done}>
        {(changeSet) => <>In {changeSet}, with what else you have there.</>}
      </InChangeSetNotice>
      {may(staff.role, "product.save") && (
        <ProductEntryForm
          action={saveProduct}
          categories={toCategoryChoices(known)}
          services={[...new Set(known.map(({ service }) => service))]}
          mains={listMains(known, product)}
          product={product}
        />
      )}
      <ProductAccess
        product={product}
        valid={valid}
        waiting={undecided}
        plans={plans.length}
        today={currentDay()}
        save={may(staff.role, "access.save") ? saveAccess : null}
        withdraw={may(staff.role, "access.withdraw") ? withdrawAccess : null}
      />
      {listed.length > 0 && may(staff.role, "product.retire") && (
        <section className="section-near">
          <h2 className="section-title">It is no longer sold</h2>
          <p className="section-note">
            Ends its {countNoun(listed.length, "listed price", "listed prices")}; product and history stay.
          </p>
          <RetireProductForm action={retireProduct} slug={product.slug} today={currentDay()} />
        </section>
      )}
      {naming === null && may(staff.role, "product.remove") && (
        <section className="section-near">
          <h2 className="section-title">It was made by mistake</h2>
          <RemoveProductForm action={removeProduct} slug={product.slug}>
            Nothing else names it, so it can be removed.
          </RemoveProductForm>
        </section>
      )}
    </>
  );
}
