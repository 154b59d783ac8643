import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { z } from "zod";
import { Country } from "@/lib/catalogue/countries/schema";
import { whole } from "@/lib/contract/envelope";
import { get } from "../support/api";
import { readCode } from "../support/read-code";
import { baseUrl } from "../support/server";

const run = promisify(execFile);

/** Programs of a section of /docs as they are printed, but for the address. */
async function readPrograms(section: string): Promise<string[]> {
  const { text } = await get("/docs");
  const from = text.slice(text.indexOf(` id="${section}" aria-labelledby`));
  return readCode(from.slice(0, from.indexOf("</section>")))
    .filter((code) => code.includes("fetch("))
    .map((code) => code.replaceAll(/https?:\/\/[^/"`]+(?=\/api\/)/g, baseUrl));
}

/** Output of a program, run with Node alone in a folder of its own as often as asked. */
async function runProgram(code: string, times = 1): Promise<string[]> {
  const folder = await mkdtemp(join(inject("harness").dir, "program-"));
  await writeFile(join(folder, "program.mjs"), code);
  const outputs: string[] = [];
  for (let time = 0; time < times; time++) {
    const { stdout } = await run(process.execPath, ["program.mjs"], { cwd: folder, timeout: 30_000 });
    outputs.push(stdout.trim());
  }
  await rm(folder, { recursive: true });
  return outputs;
}

test("reading every page gives every price", async () => {
  const [code = ""] = await readPrograms("pages");
  const countries = whole(z.array(Country)).parse((await get("/api/countries")).body).data;
  const prices = countries.find((country) => country.code === "TR")?.prices;
  expect(await runProgram(code)).toEqual([`${prices} prices in Türkiye`]);
});

test("asking by condition is told that nothing is new, and so is a copy on its second night", async () => {
  const [condition = "", copy = ""] = await readPrograms("caching");
  expect(await runProgram(condition)).toEqual(["nothing new"]);
  expect(await runProgram(copy, 2)).toEqual(["prices.csv is new", "prices.csv is current"]);
});
