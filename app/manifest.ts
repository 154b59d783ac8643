import type { MetadataRoute } from "next";

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: "Price Atlas",
    short_name: "Price Atlas",
    description: "What digital subscriptions cost, country by country.",
    start_url: "/",
    display: "minimal-ui",
    background_color: "#fbfcfb",
    theme_color: "#fbfcfb",
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icons/192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/512.png", sizes: "512x512", type: "image/png" },
      { src: "/icons/512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
