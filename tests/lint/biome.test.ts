import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";

const READ = "Read through lib/<noun>/data";
const SHOW = "A component shows what it is given";
const PURE = "values in, values out";
const CONTRACT = "A contract is values alone";
const LIB = "lib knows no page";
const NEXT = "Next loads the app";
const ALIAS = "by the alias @/";
const SPREAD = "a literal is not spread into another";

// [file, what it holds, what Biome says instead; null: allowed]
const CASES: [string, string, string | null][] = [
  ["app/(site)/page.tsx", `import { x } from "@/lib/platform/db";`, READ],
  ["app/api/prices/route.ts", `import { x } from "@/lib/platform/db";`, READ],
  ["app/api/other/route.ts", `import { x } from "@/prisma/client/client";`, READ],
  ["app/admin/page.tsx", `import { x } from "pg";`, READ],
  ["app/admin/sneaky/page.tsx", `export const x = await import("@/lib/platform/db");`, READ],
  ["app/shared/page.tsx", `import { x } from "@/server/start";`, "Move what is shared into lib"],
  ["app/up/page.tsx", `import { x } from "../other";`, ALIAS],
  ["app/good/page.tsx", `import { x } from "@/lib/catalogue/prices/list/data";`, null],
  ["app/beside/page.tsx", `import { x } from "./chart";`, null],
  ["app/settings/page.tsx", "export const x = process.env.PUBLIC_URL;", "process.env"],
  ["components/ui/reads.tsx", `import { x } from "@/lib/catalogue/prices/list/data";`, SHOW],
  ["components/ui/asks.tsx", `import { x } from "@/lib/api/serve";`, SHOW],
  ["components/ui/opens.tsx", `import { x } from "node:fs/promises";`, SHOW],
  ["components/ui/climbs.tsx", `import { x } from "@/app/layout";`, "Pages import components"],
  ["components/ui/good.tsx", `import { x } from "@/lib/catalogue/prices/schema";`, null],
  ["components/ui/writes.tsx", `import { x } from "@/lib/text/format";`, null],
  ["lib/catalogue/prices/list/data.ts", `import { x } from "@/app/layout";`, LIB],
  ["lib/catalogue/prices/mutations.ts", `import { x } from "@/components/ui/button";`, LIB],
  ["lib/catalogue/prices/list/sql.ts", `import { x } from "../products/schema";`, ALIAS],
  ["lib/catalogue/fx/data.ts", `import type { x } from "@/app/api/rates/contract";`, null],
  ["lib/agents/tools.ts", `import { x } from "@/app/api/services/[slug]/contract";`, null],
  ["lib/agents/other.ts", `import { x } from "@/app/api/ask";`, null],
  ["lib/agents/routes.ts", `import { x } from "@/app/api/prices/route";`, LIB],
  ["lib/catalogue/tax/rules.ts", `import { x } from "@/app/api/rates/contract";`, LIB],
  ["app/api/prices/contract.ts", `import { x } from "@/lib/catalogue/prices/list/data";`, CONTRACT],
  ["app/api/rates/contract.ts", `import { x } from "@/lib/platform/env";`, CONTRACT],
  ["app/api/sources/contract.ts", `import { x } from "@/lib/api/serve";`, CONTRACT],
  ["app/api/history/contract.ts", `import { GET as x } from "./route";`, CONTRACT],
  ["app/api/contracts.ts", `import { x } from "./prices/route";`, CONTRACT],
  ["app/api/compare/contract.ts", `import { x } from "@/lib/api/endpoint";`, null],
  ["lib/catalogue/countries/data.ts", `import { x } from "@/lib/platform/db";`, null],
  ["lib/catalogue/countries/mutations.ts", "export const x = process.env.DATABASE_URL;", "process.env"],
  ["lib/platform/env.ts", "export const x = process.env.DATABASE_URL;", null],
  ["lib/catalogue/fx/rules.ts", `import { x } from "node:fs/promises";`, PURE],
  ["lib/catalogue/fx/other-rules.ts", `import { x } from "./data";`, PURE],
  ["lib/catalogue/fx/schema.ts", `import { x } from "@/lib/platform/db";`, PURE],
  ["lib/catalogue/products/rules.ts", `import { x } from "react";`, PURE],
  ["lib/catalogue/products/schema.ts", `import { x } from "next/server";`, PURE],
  ["lib/catalogue/countries/rules.ts", `import { x } from "@/lib/catalogue/prices/mutations";`, PURE],
  ["lib/contract/codes.ts", `import { x } from "pg";`, PURE],
  ["lib/catalogue/countries/schema.ts", `import { x } from "@/components/ui/button";`, LIB],
  ["lib/access/keys/rules.ts", `import { x } from "node:crypto";`, null],
  ["lib/access/keys/schema.ts", `import { x } from "@/lib/contract/codes";`, null],
  ["server/start.ts", `import { x } from "@/app/layout";`, NEXT],
  ["server/other.ts", `import { x } from "@/lib/platform/db";`, null],
  ["server/calls.ts", `import { x } from "@/app/api/handle";`, null],
  ["scripts/import.ts", `import { x } from "@/app/layout";`, NEXT],
  ["tests/rules/asks.test.ts", `import { x } from "node:http";`, "Rules are values in, values out"],
  ["tests/rules/waits.test.ts", `import { setTimeout as x } from "node:timers/promises";`, "do not wait"],
  ["lib/text/object.ts", "export const x = { ...{ a: 1, b: 2 }, c: 3 };", SPREAD],
  ["lib/text/inner.ts", "export const x = { c: { ...{ a: 1 } } };", SPREAD],
  ["lib/text/array.ts", "export const x = [...[1, 2], 3];", SPREAD],
  ["lib/text/call.ts", "export const x = Math.max(...[1, 2], 3);", SPREAD],
  ["lib/text/parentheses.ts", "export const x = [...([1, 2]), 3];", SPREAD],
  ["lib/text/constant.ts", "export const x = [...([1, 2] as const), 3];", SPREAD],
  ["lib/text/satisfied.ts", "export const x = { ...({ a: 1 } satisfies object) };", SPREAD],
  ["components/ui/part.tsx", `export const X = () => <i {...{ title: "a" }} />;`, SPREAD],
  [
    "lib/text/choice.ts",
    "export const x = (y: boolean) => ({ ...(y ? { a: 1 } : { b: 1 }), ...(y && { c: 1 }) });",
    null,
  ],
  ["lib/text/variable.ts", "export const x = (y: number[]) => [...y, ...y.map((z) => z + 1)];", null],
  ["tests/rules/yields.test.ts", `import { setImmediate as x } from "node:timers/promises";`, null],
];

const Report = z.object({
  diagnostics: z.array(z.object({ message: z.string(), location: z.object({ path: z.string() }) })),
});
let dir: string;
let said: Map<string, string>;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "price-atlas-lint-"));
  await cp("biome.json", join(dir, "biome.json"));
  await cp("scripts/lint", join(dir, "scripts/lint"), { recursive: true });
  for (const [file, text] of CASES) {
    await mkdir(join(dir, dirname(file)), { recursive: true });
    await writeFile(join(dir, file), text.startsWith("import") ? `${text}\nexport default x;\n` : `${text}\n`);
  }
  const args = ["lint", "--vcs-enabled=false", "--reporter=json", "--max-diagnostics=none", "."];
  const report = await new Promise<string>((done) => {
    // Exit code 1, because it finds something.
    execFile(resolve("node_modules/.bin/biome"), args, { cwd: dir }, (_error, stdout) => done(stdout));
  });
  const { diagnostics } = Report.parse(JSON.parse(report));
  said = new Map(diagnostics.map(({ message, location }) => [location.path, message]));
});

afterAll(() => rm(dir, { recursive: true }));

test.each(CASES)("%s: %s", (file, _text, expected) => {
  if (expected === null) expect(said.get(file)).toBeUndefined();
  else expect(said.get(file)).toContain(expected);
});
