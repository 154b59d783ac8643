export type DocumentHeadProps = {
  /** Built files of components/client/theme.ts and main.ts. */
  themeScript: string;
  mainScript: string;
};

/**
 * Content of <head> in the root layout: the theme before the first paint and the script of the pages (files, so that
 * the content policy needs no exception), and the two fonts of every page. Import
 * "@/components/styles/index.css" there as well.
 */
export function DocumentHead({ themeScript, mainScript }: DocumentHeadProps) {
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
      <meta name="theme-color" content="#fbfcfb" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0e1417" media="(prefers-color-scheme: dark)" />
    </>
  );
}
