import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { DATASET_NAMES, EXPORT_FORMATS } from "@/lib/exports/schema";
import { sendPatiently } from "./api";

export const FILES = DATASET_NAMES.flatMap((dataset) => EXPORT_FORMATS.map((format) => ({ dataset, format })));

/** SHA-256 of each export by name; the newest version by default. */
export async function readDigests(base: string, version?: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const { dataset, format } of FILES) {
    const pinned = version === undefined ? "" : `&version=${version}`;
    const bytes = await readPatiently(base, `/api/export?dataset=${dataset}&format=${format}${pinned}`);
    digests[`${dataset}.${format}`] = createHash("sha256").update(bytes).digest("hex");
  }
  return digests;
}

async function readPatiently(base: string, path: string): Promise<Buffer> {
  for (let tries = 0; tries < 20; tries++) {
    const { status, bytes, text } = await sendPatiently("GET", path, { base });
    if (status === 200) return bytes;
    if (status !== 503) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
  }
  throw new Error(`${path} was not ready`);
}

const Versions = z.object({
  data: z.array(
    z.object({
      version: z.string(),
      available: z.boolean(),
      files: z.array(z.object({ dataset: z.string(), format: z.string(), bytes: z.int(), sha256: z.string() })),
    }),
  ),
});

/** SHA-256 by version, newest first, from `/api/versions`. */
export async function readRecorded(base: string): Promise<Map<string, Record<string, string>>> {
  const { body } = await sendPatiently("GET", "/api/versions?page_size=200", { base });
  return new Map(
    Versions.parse(body).data.map(({ version, files }) => [
      version,
      Object.fromEntries(files.map(({ dataset, format, sha256 }) => [`${dataset}.${format}`, sha256])),
    ]),
  );
}

export async function waitForVersion(base: string, version: string): Promise<void> {
  const Served = z.object({ meta: z.object({ dataset_version: z.string() }) });
  for (;;) {
    const { body } = await sendPatiently("GET", "/api/prices?page_size=1", { base });
    if (Served.parse(body).meta.dataset_version === version) return;
    await sleep(100);
  }
}
