import type { Lens } from "./lens-schema";
import type { TaxView } from "./schema";

type LensParams = { tax?: "excluded" | undefined; share?: "income" | undefined };

/** The lens that an address asks for. Shares of an income are of prices as shown, so they leave `tax` aside. */
export const readLens = ({ tax, share }: LensParams): Lens => share ?? tax ?? "shown";

/** The lens as parameters of an address. */
export const toLensParams = (lens: Lens): LensParams => ({
  tax: lens === "excluded" ? lens : undefined,
  share: lens === "income" ? lens : undefined,
});

/** The view of prices that the calls behind a lens have. */
export const toTaxView = (lens: Lens): TaxView => (lens === "excluded" ? lens : "shown");

/** Parameter of the calls that have the view of prices of a lens: shares of an income are in every answer. */
export const toTaxParams = (lens: Lens) => ({ tax: toLensParams(lens).tax });
