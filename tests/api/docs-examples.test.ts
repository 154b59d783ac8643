import { expect, test } from "vitest";
import { z } from "zod";
import { hasGuide, PROBLEM_GUIDES } from "@/app/(site)/docs/errors/problem-guides";
import { PROBLEM_KINDS } from "@/lib/api/problem";
import { get, newSender, send } from "../support/api";
import { readCode } from "../support/read-code";

const Amounts = z.object({ data: z.array(z.object({ amount: z.number() })) });

async function readPrinted(kind: string): Promise<unknown> {
  const { text } = await get("/docs/errors");
  const section = text.slice(text.indexOf(`id="${kind}"`));
  return JSON.parse(readCode(section)[0] ?? "");
}

const settle = (problem: unknown): unknown =>
  JSON.parse(
    JSON.stringify(problem)
      .replace(/urn:uuid:[0-9a-f-]{36}/, "urn:uuid:…")
      .replace(/Try again in \d+ s/, "Try again in … s"),
  );

// The other problems need a failure, a pruned version or a key; their examples come from the same functions.
const ASKED = PROBLEM_KINDS.filter(({ status }) => status < 500 && ![403, 409, 410, 413].includes(status));

test.each(ASKED.map(({ kind, status }) => [kind, status] as const))(
  "%s is printed as it is sent",
  async (kind, status) => {
    if (!hasGuide(kind)) throw new Error(kind);
    const { call, method = "GET", headers } = PROBLEM_GUIDES[kind];
    const sender = { "x-forwarded-for": newSender() };
    if (status === 429) for (let at = 0; at < 60; at++) await get(call, { headers: sender });
    const sent = await send(method, call, { headers: { ...headers, ...sender } });
    expect(sent.status).toBe(status);
    expect(settle(await readPrinted(kind))).toEqual(settle(sent.body));
  },
);

test("every tab of the quick start asks the same, and gets the same prices", async () => {
  const { text } = await get("/docs");
  const section = text.slice(text.indexOf('id="quick"'), text.indexOf('id="endpoints"'));
  const addresses = readCode(section).flatMap((code) => /"(https?:[^"]+(?:\/api\/|\.csv)[^"]*)"/.exec(code)?.[1] ?? []);
  expect(addresses).toHaveLength(5);
  expect(new Set(addresses.map((address) => new URL(address).search.replace("&format=csv", "")))).toEqual(
    new Set(["?country=TR&product=netflix"]),
  );
  const answers = new Set<string>();
  for (const address of new Set(addresses)) {
    const { pathname, search } = new URL(address);
    const { status, headers, text: answer, body } = await get(pathname + search);
    expect(status).toBe(200);
    const isCsv = headers.get("content-type")?.startsWith("text/csv");
    const amounts = isCsv
      ? answer
          .trim()
          .split("\r\n")
          .slice(1)
          .map((line) => Number(line.split(",")[4]))
      : Amounts.parse(body).data.map(({ amount }) => amount);
    answers.add(JSON.stringify(amounts));
  }
  expect(answers.size).toBe(1);
});
