import { z } from "zod";

/** Ways in which a page shows prices: as shown, without tax, or as a share of an average income. */
export const LENSES = ["shown", "excluded", "income"] as const;
export type Lens = (typeof LENSES)[number];

/** Parameters of a page's address that choose the lens: `?tax=excluded` or `?share=income`. */
export const lensInputs = {
  tax: z.enum(["excluded"]).optional(),
  share: z.enum(["income"]).optional(),
};
