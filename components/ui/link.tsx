import type { ComponentProps } from "react";
import { toLink } from "@/lib/pages/version-links";

/** Link to a page or file of this site, which stays in the dataset version that the page shows. */
export function Link(props: ComponentProps<"a"> & { href: string }) {
  return <a {...props} href={toLink(props.href)} />;
}
