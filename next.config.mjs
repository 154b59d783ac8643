/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // forbidden(): a 403 for those whose role does not allow a page or an action.
  experimental: { authInterrupts: true },
  // Compression, ETags and conditional answers belong to lib/http and server/, for API and pages alike.
  compress: false,
  generateEtags: false,
  serverExternalPackages: ["pg", "pino"],
  typescript: { ignoreBuildErrors: true },
};
