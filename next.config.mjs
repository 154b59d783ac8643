import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from "next/constants.js";

process.env.NEXT_TELEMETRY_DISABLED ??= "1";

const SCRIPTS = "public/scripts";
const { browserslist } = JSON.parse(await readFile("package.json", "utf8"));
const FOREVER = { key: "Cache-Control", value: "public, max-age=31536000, immutable" };

async function buildPageScripts({ isRelease }) {
  const { metafile } = await build({
    entryPoints: { theme: "components/client/theme.ts", main: "components/client/main.ts" },
    entryNames: "[name]-[hash]",
    outdir: SCRIPTS,
    bundle: true,
    minify: true,
    target: browserslist.map((browser) => browser.replace("ios_saf", "ios").replace(" ", "")),
    metafile: true,
    legalComments: "none",
  });
  const files = Object.keys(metafile.outputs);
  const addressOf = (name) =>
    `/${files.find((file) => file.startsWith(`${SCRIPTS}/${name}-`))?.slice("public/".length)}`;
  // In development, a release of the same folder may be running.
  const old = isRelease ? (await readdir(SCRIPTS)).filter((file) => !files.includes(`${SCRIPTS}/${file}`)) : [];
  for (const file of old) await rm(join(SCRIPTS, file));
  return { THEME_SCRIPT: addressOf("theme"), MAIN_SCRIPT: addressOf("main") };
}

/** @returns {Promise<import("next").NextConfig>} */
export default async (phase) => ({
  // Only for the build, because `next start` warns of it.
  ...(phase === PHASE_PRODUCTION_BUILD && { output: "standalone" }),
  // Leaves out the image optimizer, a third of the tree.
  outputFileTracingExcludes: { "*": ["node_modules/sharp/**", "node_modules/@img/**"] },
  poweredByHeader: false,
  reactStrictMode: true,
  ...([PHASE_PRODUCTION_BUILD, PHASE_DEVELOPMENT_SERVER].includes(phase) && {
    env: await buildPageScripts({ isRelease: phase === PHASE_PRODUCTION_BUILD }),
  }),
  // Puts titles and descriptions into <head> for everybody: what Next adds later needs scripts.
  htmlLimitedBots: /.*/,
  experimental: {
    authInterrupts: true,
    // Loading all pages takes a third of the start's processor time.
    preloadEntriesOnStart: false,
    // Writing the compiler's cache takes more memory than compiling, and the same build is made seldom.
    turbopackFileSystemCacheForBuild: false,
    // Nobody reads them: browsers get none, and Node is started without --enable-source-maps.
    turbopackSourceMaps: false,
    serverSourceMaps: false,
  },
  // proxy.ts redirects instead, with security headers.
  skipTrailingSlashRedirect: true,
  // Otherwise Next takes a rewrite for another site's when it listens on 127.0.0.1, and calls itself.
  skipProxyUrlNormalize: true,
  headers: async () => [
    {
      source: "/admin/:path*",
      headers: [
        { key: "Cache-Control", value: "no-store" },
        { key: "X-Robots-Tag", value: "noindex" },
      ],
    },
    // Names change with the content.
    { source: "/(scripts|fonts)/:file", headers: [FOREVER] },
    { source: "/maps/:file", has: [{ type: "query", key: "v" }], headers: [FOREVER] },
    { source: "/icons/:file", headers: [{ key: "Cache-Control", value: "public, max-age=86400" }] },
  ],
  // Next's optimizer would fetch and decode what strangers name.
  images: { unoptimized: true },
  serverExternalPackages: ["pg", "pino"],
  typescript: { ignoreBuildErrors: true },
});
