import { importFiles } from "@/lib/import/import-files";
import { makeFolder } from "./import-cli";
import { writeSmallData } from "./small-data";

// A separate process: open connections of the import would prevent copying the template.
await using folder = await makeFolder();
const files = Object.values(await writeSmallData(folder));
await importFiles({ connectionString: process.env.DATABASE_URL ?? "", files, importedBy: "test", isBundled: true });
