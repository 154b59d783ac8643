import type { ComponentProps } from "react";
import { toLink } from "@/lib/pages/version-links";

/** Stays in the dataset version that the page shows. */
export function Link(props: ComponentProps<"a"> & { href: string }) {
  return <a {...props} href={toLink(props.href)} />;
}
