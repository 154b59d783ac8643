import { Link } from "@/components/ui/link";
export function Brand() {
  return (
    <Link className="brand" href="/">
      <BrandMark size={24} />
      <span>Price Atlas</span>
    </Link>
  );
}

/** Mark alone; `size` in CSS pixels. */
export function BrandMark({ size }: { size: number }) {
  return (
    <svg className="brand-mark" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path className="frame" d="M23 1H1v22" />
      <path className="frame" d="M23 7H7v16" />
      <path className="fields" d="M1 1h6v6H1zM13 1h5v6h-5zM1 13h6v5H1z" />
    </svg>
  );
}
