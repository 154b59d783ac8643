/**
 * What the root layout puts into <head>: the theme before the first paint (a file, so that the content policy needs no
 * exception), and the two fonts every page uses. Import "@/components/styles/index.css" there as well.
 */
export function DocumentHead() {
  return (
    <>
      <script src="/theme.js" />
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
