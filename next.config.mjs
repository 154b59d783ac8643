/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // forbidden(): a 403 for those whose role does not allow a page or an action.
  experimental: { authInterrupts: true },
  headers: async () => [
    {
      source: "/admin/:path*",
      headers: [
        { key: "Cache-Control", value: "no-store" },
        { key: "X-Robots-Tag", value: "noindex" },
      ],
    },
  ],
  // Compression, ETags and conditional answers belong to lib/http and server/, for API and pages alike.
  compress: false,
  generateEtags: false,
  serverExternalPackages: ["pg", "pino"],
  typescript: { ignoreBuildErrors: true },
};
