import { Link } from "@/components/ui/link";
import { productLabel } from "@/lib/catalogue/products/rules";

export function ServiceName({ product }: { product: { product: string; name: string; plan: string } }) {
  const { product: slug, name } = product;
  const label = productLabel(product);
  const plan = label.startsWith(`${name} `) ? label.slice(name.length + 1) : "";
  return (
    <>
      <Link href={`/services/${slug}`}>{plan ? name : label}</Link> {plan && <span className="plan">{plan}</span>}
    </>
  );
}
