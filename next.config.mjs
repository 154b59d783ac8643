/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // Compression, ETags and conditional answers belong to lib/http and server/, for API and pages alike.
  compress: false,
  generateEtags: false,
  serverExternalPackages: ["pg", "pino"],
  typescript: { ignoreBuildErrors: true },
};
