import type { ReactNode } from "react";
import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import type { DeskProductRow } from "@/lib/desk/products/form/rules";
import { ActionButton } from "./action-button";
import { ActionField, ActionSelect } from "./action-fields";
import { ActionForm } from "./action-form";
import { PageReadFields } from "./page-read-fields";

type Choices = readonly { value: string; label: string }[];

type ProductFieldsProps = {
  categories: Choices;
  /** Null for a new product. */
  product: DeskProductRow | null;
  /** False where another field of the form decides whether they are. */
  areNeeded: boolean;
};

/** Plan, vendor, category and website. */
export function ProductFields({ categories, product, areNeeded }: ProductFieldsProps) {
  return (
    <>
      <ActionField
        label="Plan"
        name="plan"
        defaultValue={product?.plan}
        hint="As the service calls it: Premium, Individual"
        isRequired={areNeeded}
      />
      <ActionSelect
        label="Category"
        name="category"
        choices={categories}
        value={product?.category ?? ""}
        anyLabel="Choose one"
      />
      <ActionField label="Vendor" name="vendor" defaultValue={product?.vendor ?? ""} hint="The company; may be empty" />
      <ActionField
        label="Website"
        name="website"
        defaultValue={product?.website ?? ""}
        placeholder="https://"
        hint="May be empty"
      />
    </>
  );
}

type ProductEntryFormProps = {
  action: FormAction;
  categories: Choices;
  services: readonly string[];
  /** Slugs that may be main products. */
  mains: readonly string[];
  product: DeskProductRow | null;
};

export function ProductEntryForm({ action, categories, services, mains, product }: ProductEntryFormProps) {
  return (
    <ActionForm action={action} hidden={product === null ? {} : { product: product.slug }} label="Product">
      <div className="field-grid">
        <ActionField label="Name" name="name" defaultValue={product?.name} autoComplete="off" isRequired />
        <ProductFields categories={categories} product={product} areNeeded />
        <ActionField
          label="Service"
          name="service"
          defaultValue={product?.service}
          suggestions={services}
          autoComplete="off"
          hint="Groups the plans of one service; its name where left empty"
        />
        <ActionField
          label="Same plan as"
          name="same_plan_as"
          defaultValue={product?.samePlanAs ?? ""}
          suggestions={mains}
          autoComplete="off"
          hint="Slug of the main product, where both are sold as one plan: it counts once"
        />
        {product === null && (
          <ActionField
            label="Slug"
            name="slug"
            autoComplete="off"
            hint="Its name in addresses, for good; made of name and plan where left empty"
          />
        )}
      </div>
      <ActionButton>{product === null ? "Add the product" : "Save"}</ActionButton>
    </ActionForm>
  );
}

type RetireProductFormProps = { action: FormAction; slug: string; today: string };

export function RetireProductForm({ action, slug, today }: RetireProductFormProps) {
  return (
    <ActionForm action={action} hidden={{ product: slug }} label="Retire it">
      <div className="field-grid">
        <PageReadFields today={today} />
      </div>
      <ActionButton look="plain">Retire it</ActionButton>
    </ActionForm>
  );
}

type RemoveProductFormProps = { action: FormAction; slug: string; children: ReactNode };

export function RemoveProductForm({ action, slug, children }: RemoveProductFormProps) {
  return (
    <ActionForm action={action} hidden={{ product: slug }} label="Remove it">
      <p className="section-note">{children}</p>
      <ActionButton look="plain">Remove it</ActionButton>
    </ActionForm>
  );
}
