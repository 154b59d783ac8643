import { importLaterReading } from "./import-cli";

// For tests of pages, whose process has none of the product.
await importLaterReading(process.env.DATABASE_URL ?? "");
