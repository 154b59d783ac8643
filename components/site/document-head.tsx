export type DocumentHeadProps = {
  themeScript: string;
  mainScript: string;
};

/**
 * Scripts are files, so that the content policy needs no exception. Import "@/components/styles/index.css" in the
 * layout as well.
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
