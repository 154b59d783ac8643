import { Field } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/filter-form";
import { PRICE_PATH } from "@/lib/desk/readings/form/schema";

/** Leads to the form of one price, with what the words name filled in. */
export const PriceSearch = () => (
  <FilterForm action={PRICE_PATH} label="Find a price" submit="Find">
    <Field label="Read one price: subscription and country" name="q" type="search" placeholder="Netflix Türkiye" />
  </FilterForm>
);
