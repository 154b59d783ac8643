import { Link } from "@/components/ui/link";
import { productLabel } from "@/lib/catalogue/products/rules";

export function ServiceName({ product }: { product: { slug: string; name: string; plan: string } }) {
  const { slug, name } = product;
  const label = productLabel(product);
  const plan = label.startsWith(`${name} `) ? label.slice(name.length + 1) : "";
  return (
    <>
      <Link href={`/services/${slug}`}>{plan ? name : label}</Link> {plan && <span className="plan">{plan}</span>}
    </>
  );
}
