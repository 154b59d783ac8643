import type { MetadataRoute } from "next";
import { publicUrl } from "@/lib/platform/env";

// A build does not know the public address.
export const dynamic = "force-dynamic";

export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/admin", "/docs/call", "/follow", "/preferences"] },
    sitemap: `${publicUrl()}/sitemap.xml`,
  };
}
