import "server-only";
import { createHash } from "node:crypto";
import { createReadStream, type ReadStream } from "node:fs";
import { PassThrough } from "node:stream";
import pLimit from "p-limit";
import { ZipFile } from "yazl";
import { type ZodObject, z } from "zod";
import { toTag } from "@/lib/api/caching";
import { CODEC_VERSIONS } from "@/lib/api/encodings";
import { FileReply } from "@/lib/api/endpoint";
import type { Problem } from "@/lib/api/problem";
import { toGone } from "@/lib/api/version";
import { ATTRIBUTION, LICENSE, LICENSE_URL } from "@/lib/contract/envelope";
import { writeCitationFile } from "@/lib/dataset/citation-rules";
import { readCatalogue } from "@/lib/dataset/data";
import { env, publicUrl } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { waitAtMost } from "@/lib/platform/timeout";
import type { Version } from "@/lib/versions/current";
import { isDiskFault, makeExportFile } from "./export-files";
import { type ExportSpec, toExportSpec } from "./export-spec";
import { reportFailure } from "./failures";
import { isFile, markUsed, pathOf, writeWhole } from "./folder";
import { DATASET_NAMES, DATASETS } from "./schema";
import { RowsMoved } from "./source";

/** Raise this when a bundle of the same exports has other files, or other words in them. */
const LAYOUT = 1;
/** Shorter than the 30 s after which proxies give up. */
const MAKE_TIMEOUT_MS = 20_000;
/** A regular file that its owner writes and everybody reads. */
const FILE_MODE = 0o100644;

type Member = { spec: ExportSpec; path: string; name: string };

const state = processSingleton("bundles", () => ({
  making: new Map<string, Promise<void>>(),
  limit: pLimit(1),
}));

const readSchema = () => processSingleton("bundle-schema", writeSchema);

const listSpecs = (): ExportSpec[] =>
  DATASET_NAMES.flatMap((dataset) =>
    (["csv", "parquet"] as const).map((format) => toExportSpec({ dataset, format, bom: 0 })),
  );

/** Of everything but the data that determines the bytes of a bundle. */
function toDigest(): string {
  const decisive = [LAYOUT, CODEC_VERSIONS.gzip, publicUrl(), readSchema(), ...listSpecs().map(({ digest }) => digest)];
  return createHash("sha256").update(decisive.join()).digest("hex").slice(0, 16);
}

const bundlePath = (dir: string, version: Version) =>
  pathOf(dir, version, {
    dataset: "bundle",
    name: "bundle",
    hasChosenColumns: false,
    format: "zip",
    digest: toDigest(),
  });

/** Strong, because ranges continue a download by it. */
export const toBundleTags = (version: Version) => ({ etag: toTag(version, toDigest()), others: [] });

/**
 * A version as one zip. That of the newest version was made when it was published, that of an older one is made when
 * somebody asks.
 */
export async function openBundle(version: Version): Promise<FileReply | Problem> {
  const { EXPORT_DIR } = env();
  if (EXPORT_DIR === undefined) return NO_FOLDER;
  const path = bundlePath(EXPORT_DIR, version);
  await markUsed(path, version);
  try {
    const making = makeBundle(EXPORT_DIR, version).then(() => true);
    if ((await waitAtMost(MAKE_TIMEOUT_MS, making)) === null) return NOT_READY;
  } catch (error) {
    if (error instanceof RowsMoved) return toGone(version);
    if (isDiskFault(error)) return NOT_READY;
    throw error;
  }
  const { etag } = toBundleTags(version);
  return new FileReply("application/zip", `${toFolder(version)}.zip`, { path, etag }, []);
}

const NOT_READY: Problem = {
  kind: "unavailable",
  detail: "This bundle is being made. Please try again shortly.",
  headers: { "Retry-After": "10" },
};

const NO_FOLDER: Problem = {
  kind: "unavailable",
  detail:
    "This server keeps no files, and a bundle is one: take the exports of each dataset, such as /api/export/prices.csv.",
};

/** Makes the file once for all callers of the process. Throws what the making of its exports throws, and disk errors. */
export async function makeBundle(dir: string, version: Version): Promise<void> {
  const path = bundlePath(dir, version);
  if (await isFile(path)) return;
  const known = state.making.get(path);
  if (known) return known;
  const making = outsideRequests(() => state.limit(() => make(dir, path, version)));
  state.making.set(path, making);
  try {
    await making;
  } finally {
    state.making.delete(path);
  }
}

async function make(dir: string, path: string, version: Version): Promise<void> {
  const started = performance.now();
  const members: Member[] = [];
  for (const spec of listSpecs()) {
    await makeExportFile(dir, version, spec);
    members.push({ spec, path: pathOf(dir, version, spec), name: `${spec.name}.${spec.format}` });
  }
  try {
    await writeWhole(path, zip(members, version), []);
  } catch (error) {
    reportFailure("file", error, { export: "bundle", version: version.version });
    throw error;
  }
  await markUsed(path, version);
  const durationMs = Math.round(performance.now() - started);
  log().info({ version: version.version, durationMs }, "bundle made");
}

const toFolder = ({ version }: Version) => `price-atlas-${version}`;

/** Reads each file as it is packed. Entries are dated by the publish, so that the bytes depend on the version alone. */
async function* zip(members: readonly Member[], version: Version): AsyncGenerator<Buffer> {
  const folder = toFolder(version);
  const options = { mtime: version.publishedAt, mode: FILE_MODE };
  const texts = await writeTexts(version);
  const sums: string[] = [];
  for (const { path, name } of members) sums.push(`${await hashFile(path)}  ${name}`);
  for (const [name, text] of texts) sums.push(`${createHash("sha256").update(text).digest("hex")}  ${name}`);
  const file = new ZipFile();
  const packed = new PassThrough();
  let content: ReadStream | undefined;
  const fail = (error: Error) => packed.destroy(error);
  file.on("error", fail);
  file.outputStream.pipe(packed);
  for (const { spec, path, name } of members)
    file.addReadStreamLazy(`${folder}/${name}`, { ...options, compress: spec.format !== "parquet" }, (pack) => {
      content = createReadStream(path).on("error", fail);
      pack(null, content);
    });
  for (const [name, text] of [...texts, ["SHA256SUMS", `${sums.join("\n")}\n`] as const])
    file.addBuffer(Buffer.from(text), `${folder}/${name}`, options);
  file.end();
  try {
    yield* packed;
  } finally {
    // Where the disk that takes the zip is full, nobody reads on.
    content?.destroy();
  }
}

async function hashFile(path: string): Promise<string> {
  const sum = createHash("sha256");
  for await (const piece of createReadStream(path)) sum.update(piece);
  return sum.digest("hex");
}

async function writeTexts(version: Version): Promise<(readonly [name: string, text: string])[]> {
  const { sources } = await readCatalogue(version);
  const credits = sources.map(({ name, publisher, url, license }) => `${name} by ${publisher}, ${license}, ${url}`);
  const citation = writeCitationFile({
    version: version.version,
    publishedAt: version.publishedAt.toISOString(),
    base: publicUrl(),
  });
  return [
    ["LICENSE.txt", `${LICENSE}: ${LICENSE_URL}\nCredit: ${ATTRIBUTION}\n`],
    ["CREDITS.txt", `${credits.join("\n")}\n`],
    ["CITATION.cff", citation],
    ["schema.json", readSchema()],
  ];
}

/** One JSON Schema (2020-12): the rows of each dataset, by its name. */
function writeSchema(): string {
  const datasets = Object.entries<ZodObject>(DATASETS).map(([name, row]) => [name, z.array(row)]);
  return `${JSON.stringify(z.toJSONSchema(z.object(Object.fromEntries(datasets)), { io: "output" }), null, 2)}\n`;
}
