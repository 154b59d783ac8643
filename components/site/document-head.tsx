import { THEME_COLORS } from "@/components/client/stored-theme";

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
      {Object.entries(THEME_COLORS).map(([theme, color]) => (
        <meta key={theme} name="theme-color" content={color} media={`(prefers-color-scheme: ${theme})`} />
      ))}
    </>
  );
}
