import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from "next/constants.js";

process.env.NEXT_TELEMETRY_DISABLED ??= "1";

const SCRIPTS = "public/scripts";
const FOREVER = { key: "Cache-Control", value: "public, max-age=31536000, immutable" };

/**
 * Builds the scripts of the pages from components/client: files named by their content. Pages learn their addresses as
 * constants of the build.
 */
async function buildPageScripts({ isRelease }) {
  const { metafile } = await build({
    entryPoints: { theme: "components/client/theme.ts", main: "components/client/main.ts" },
    entryNames: "[name]-[hash]",
    outdir: SCRIPTS,
    bundle: true,
    minify: true,
    target: "es2022",
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
  // Only for the build: `next start` warns of it.
  ...(phase === PHASE_PRODUCTION_BUILD && { output: "standalone" }),
  // Serves pictures as they are: the optimizer's library is a third of the tree.
  outputFileTracingExcludes: { "*": ["node_modules/sharp/**", "node_modules/@img/**"] },
  poweredByHeader: false,
  reactStrictMode: true,
  ...([PHASE_PRODUCTION_BUILD, PHASE_DEVELOPMENT_SERVER].includes(phase) && {
    env: await buildPageScripts({ isRelease: phase === PHASE_PRODUCTION_BUILD }),
  }),
  // Titles and descriptions stand in <head> for everybody: what Next would add later needs its scripts.
  htmlLimitedBots: /.*/,
  experimental: {
    // forbidden(): a 403 for those whose role does not allow a page or an action.
    authInterrupts: true,
    // Pages load at their first request: all of them take a third of the processor time of a start.
    preloadEntriesOnStart: false,
  },
  // proxy.ts redirects, with the security headers of every response.
  skipTrailingSlashRedirect: true,
  headers: async () => [
    {
      source: "/admin/:path*",
      headers: [
        { key: "Cache-Control", value: "no-store" },
        { key: "X-Robots-Tag", value: "noindex" },
      ],
    },
    // Named by their content; the map's address carries its revision, and a font that changes gets a new name.
    { source: "/(scripts|fonts)/:file", headers: [FOREVER] },
    { source: "/maps/:file", has: [{ type: "query", key: "v" }], headers: [FOREVER] },
    { source: "/icons/:file", headers: [{ key: "Cache-Control", value: "public, max-age=86400" }] },
  ],
  // No picture passes through Next's optimizer, which would fetch and decode what strangers name.
  images: { unoptimized: true },
  serverExternalPackages: ["pg", "pino"],
  typescript: { ignoreBuildErrors: true },
});
