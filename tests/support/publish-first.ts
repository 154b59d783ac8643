import { publishNext } from "./publishes";

// For tests of pages, whose process has none of the product.
await publishNext(process.env.DATABASE_URL ?? "", 1);
