import { build } from "esbuild";

// Gives bundled CommonJS packages `require` and `__dirname`, which a module lacks: without them they fail while loading.
const COMMONJS = "const require = nodeModule.createRequire(import.meta.url); const __dirname = import.meta.dirname;";

/**
 * Bundles programs of the server with the packages that they use, but for `external`.
 *
 * @param {Pick<import("esbuild").BuildOptions, "entryPoints" | "outdir" | "chunkNames" | "external">} options
 */
export const bundlePrograms = (options) =>
  build({
    ...options,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    // Node 20 only.
    target: "node20",
    conditions: ["react-server"],
    banner: { js: `import * as nodeModule from "node:module"; ${COMMONJS}` },
    logLevel: "warning",
  });
