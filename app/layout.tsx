import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { DocumentHead } from "@/components/site/document-head";
import { HydrationMark } from "@/components/site/hydration-mark";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { readEmbed } from "@/lib/pages/share-addresses";
import { pageScripts, publicUrl } from "@/lib/platform/env";
import "@/components/styles/index.css";

/** Every page is read from the database of the running server; a build has none. */
export const dynamic = "force-dynamic";

/** Read per request: the public address is a setting of the running server, not of the build. */
export async function generateMetadata(): Promise<Metadata> {
  await connection();
  return {
    metadataBase: new URL(publicUrl()),
    title: {
      default: "Price Atlas: what digital subscriptions cost, country by country",
      template: "%s · Price Atlas",
    },
    description: "What digital subscriptions cost, country by country, with source and day of verification.",
    openGraph: { siteName: "Price Atlas", type: "website", locale: "en", images: ["/image/index/card.png"] },
    twitter: { card: "summary_large_image" },
  };
}

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

/** Every page is made on request: its data, address and currency are not known to a build. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection();
  const embed = readEmbed((await headers()).get(ADDRESS_HEADER));
  return (
    // The theme file sets data-theme before React wakes, where it does.
    <html lang="en" data-theme={embed?.theme} suppressHydrationWarning>
      <head>
        {/* Links of a frame open beside the page that shows it: no other page of ours may be framed. */}
        {embed ? <base target="_blank" /> : <DocumentHead {...pageScripts()} />}
      </head>
      <body>
        {children}
        <HydrationMark />
      </body>
    </html>
  );
}
