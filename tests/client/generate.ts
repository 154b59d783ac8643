import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import generate, { astToString } from "openapi-typescript";

export async function generateClient(documentUrl: URL): Promise<void> {
  writeFileSync(new URL("./openapi.d.ts", import.meta.url), astToString(await generate(documentUrl)));
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "--project", fileURLToPath(new URL(".", import.meta.url))], { stdio: "pipe" });
}
