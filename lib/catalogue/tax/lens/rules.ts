import type { TaxView } from "@/lib/catalogue/tax/schema";
import type { Lens } from "./schema";

type LensParams = { tax?: "excluded" | undefined; share?: "income" | undefined };

/** Shares of income use prices as shown and ignore `tax`. */
export const readLens = ({ tax, share }: LensParams): Lens => share ?? tax ?? "shown";

export const toLensParams = (lens: Lens): LensParams => ({
  tax: lens === "excluded" ? lens : undefined,
  share: lens === "income" ? lens : undefined,
});

export const toTaxView = (lens: Lens): TaxView => (lens === "excluded" ? lens : "shown");

/** Shares of income need no parameter: every answer has them. */
export const toTaxParams = (lens: Lens) => ({ tax: toLensParams(lens).tax });
