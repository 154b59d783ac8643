import type { MetadataRoute } from "next";
import { publicUrl } from "@/lib/platform/env";

// The public address is a setting of the running server, not of the build.
export const dynamic = "force-dynamic";

export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/admin", "/docs/call", "/preferences"] },
    sitemap: `${publicUrl()}/sitemap.xml`,
  };
}
