import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import { SITE_PAGES } from "@/scripts/site-pages";
import { get } from "@/tests/support/api";
import { makeFolder } from "@/tests/support/import-cli";
import { getProgram, lacks } from "@/tests/support/needs";
import { shareStaffServer } from "@/tests/support/staff";
import { Visitor } from "@/tests/support/visitor";

const require = createRequire(import.meta.url);

const PAGES = {
  ...SITE_PAGES,
  report: "/report",
  reading: "/reading?product=netflix&country=TR",
  follow: "/follow?product=netflix&country=TR",
  "follow-confirm": "/follow/confirm?token=x",
  "follow-stop": "/follow/stop?token=x",
  "report-price": "/report?product=netflix&country=TR&platform=ios&period=monthly",
  "embed-index": "/embed/index",
  "embed-product": "/embed/services/netflix",
  "embed-country": "/embed/countries/TR",
  "embed-compare": "/embed/compare?countries=US,TR&products=netflix",
};
const DESK = [
  "desk",
  "reports",
  "verify",
  "changes",
  "changes/new",
  "keys",
  "keys/new",
  "staff",
  "account",
  "audit",
  "data",
];

/** What the checker says of pages that is no fault of theirs, each with the reason. */
const IGNORED: readonly RegExp[] = [
  // React writes void elements so; HTML ignores the slash.
  /^Trailing slash on void elements/,
];

const Report = z.object({
  messages: z.array(z.object({ url: z.string(), message: z.string(), extract: z.string().optional() })),
});

test.skipIf(lacks("java", "pages by the checker of the W3C", "default-jre-headless"))(
  "the checker of the W3C finds nothing on a page of each kind",
  async () => {
    await using folder = await makeFolder();
    const files: string[] = [];
    const keep = async (name: string, html: string) => void files.push(await folder.write(`${name}.html`, html));
    for (const [name, path] of Object.entries(PAGES)) await keep(name, (await get(path)).text);
    const staff = await shareStaffServer();
    await staff.list("owner@example.com", "owner");
    for (const path of ["sign-in", "set-up"])
      await keep(path, (await new Visitor(staff.server.url).open(`/admin/${path}`)).html);
    const owner = await staff.enter("owner@example.com");
    for (const path of DESK) await keep(`desk-${path.replace("/", "-")}`, (await owner.open(`/admin/${path}`)).html);

    const jar = require.resolve("vnu-jar/build/dist/vnu.jar");
    const args = ["-Xss8m", "-jar", jar, "--format", "json", "--stdout", "--exit-zero-always", ...files];
    const { stdout } = await promisify(execFile)(getProgram("java"), args, { maxBuffer: 2 ** 28 });
    const faults = Report.parse(JSON.parse(stdout))
      .messages.filter(({ message }) => !IGNORED.some((reason) => reason.test(message)))
      .map(({ url, message, extract = "" }) => `${basename(url)}: ${message} ${extract.replaceAll("\n", " ")}`);
    expect([...new Set(faults)].sort()).toEqual([]);
  },
  1_800_000,
);
