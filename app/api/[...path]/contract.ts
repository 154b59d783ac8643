import { z } from "zod";
import type { Address } from "@/lib/api/endpoint";

/** Every path that has no endpoint. */
export const unknownPath = {
  path: "/api/*",
  params: z.object({}),
  query: z.object({}),
  respell: () => "",
  maxAgeSeconds: 0,
} satisfies Address;
