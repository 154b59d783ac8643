import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { findCommand } from "./build/run-node.mjs";

// npm run openapi:release -- http://localhost:3000: records a server's OpenAPI document, from which
// tests/api/openapi.test.ts allows no removals.

const FILE = "docs/openapi.json";

const { positionals } = parseArgs({ allowPositionals: true });
const [base = "http://localhost:3000"] = positionals;
const response = await fetch(new URL("/api/openapi.json", base));
if (!response.ok) throw new Error(`${base} answers ${response.status}`);
const { servers: _servers, externalDocs: _docs, ...document } = z.looseObject({}).parse(await response.json());
const text = JSON.stringify(document, (key, value) => (key === "example" ? undefined : value));
await writeFile(FILE, text);
const biome = await findCommand("@biomejs/biome", "biome");
execFileSync(process.execPath, [biome, "format", "--write", FILE], { stdio: "inherit" });
