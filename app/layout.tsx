import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { THEME_COLORS } from "@/components/client/stored-theme";
import { HydrationMark } from "@/components/site/hydration-mark";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { readEmbed } from "@/lib/pages/share/addresses";
import { pageScripts, publicUrl } from "@/lib/platform/env";
import "@/components/styles/index.css";

/** A build has no database. */
export const dynamic = "force-dynamic";

/** Read for each request: a build does not know the public address. */
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
    // Prices and days are no numbers to call.
    formatDetection: { telephone: false, date: false, address: false, email: false },
    twitter: { card: "summary_large_image" },
  };
}

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection();
  const embed = readEmbed((await headers()).get(ADDRESS_HEADER));
  return (
    // The theme file may set data-theme before React starts.
    <html lang="en" data-theme={embed?.theme} suppressHydrationWarning>
      <head>
        {/* Opens links beside the frame, because our other pages may not be framed. */}
        {embed ? <base target="_blank" /> : <DocumentHead {...pageScripts()} />}
      </head>
      <body>
        {children}
        <HydrationMark />
      </body>
    </html>
  );
}

type DocumentHeadProps = {
  themeScript: string;
  mainScript: string;
};

/** Scripts are files, so that the content policy needs no exception. */
function DocumentHead({ themeScript, mainScript }: DocumentHeadProps) {
  return (
    <>
      <script src={themeScript} />
      <script src={mainScript} defer />
      {["archivo-latin", "finding-latin"].map((font) => (
        <link
          key={font}
          rel="preload"
          href={`/fonts/${font}.woff2`}
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
      ))}
      {Object.entries(THEME_COLORS).map(([theme, color]) => (
        <meta key={theme} name="theme-color" content={color} media={`(prefers-color-scheme: ${theme})`} />
      ))}
    </>
  );
}
