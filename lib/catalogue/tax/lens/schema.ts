import { z } from "zod";

export const LENSES = ["shown", "excluded", "income"] as const;
export type Lens = (typeof LENSES)[number];

/** `?tax=excluded` or `?share=income`. */
export const lensInputs = {
  tax: z.enum(["excluded"]).optional(),
  share: z.enum(["income"]).optional(),
};
