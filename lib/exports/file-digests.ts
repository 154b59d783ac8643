import "server-only";
import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import type { Version } from "@/lib/dataset/version";
import type { ExportSpec } from "./export-spec";

/** Export of a whole dataset, whose bytes are recorded; null for others, such as those of one product. */
export type RecordedExport = { versionId: number; redacted: number; dataset: string; format: string };

/** Digest and size of an export of a version, as recorded. */
export function toRecorded(
  { dataset, format }: ExportSpec,
  { id, redacted = 0 }: Version & { redacted?: number },
): RecordedExport | null {
  return dataset === null ? null : { versionId: id, redacted, dataset, format };
}

/** Address that the file names as its documentation: that of its first making, which may have been another process. */
export async function findDocumentation(client: ClientBase, recorded: RecordedExport): Promise<string | null> {
  const { versionId, redacted, dataset } = recorded;
  const { rows } = await client.query<{ documentation: string }>(
    `SELECT documentation FROM public.dataset_file
     WHERE version_id = $1 AND redacted = $2 AND dataset = $3 AND format = $4`,
    [versionId, redacted, dataset, recorded.format],
  );
  return rows[0]?.documentation ?? null;
}

/** Passes on the pieces of a file, and calls `onEnd` with the length and SHA-256 of the whole. */
export async function* digestPieces(
  pieces: AsyncIterable<Buffer>,
  onEnd: (digest: { bytes: number; sha256: string }) => Promise<void>,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.byteLength;
    yield piece;
  }
  await onEnd({ bytes, sha256: hash.digest("hex") });
}

/** Records length and SHA-256 of a file; what was recorded first stays. */
export async function recordDigest(
  client: Pick<ClientBase, "query">,
  { versionId, redacted, dataset, format }: RecordedExport,
  { bytes, sha256, documentation }: { bytes: number; sha256: string; documentation: string },
): Promise<void> {
  await client.query(
    `INSERT INTO public.dataset_file (version_id, redacted, dataset, format, bytes, sha256, documentation)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    [versionId, redacted, dataset, format, bytes, sha256, documentation],
  );
}
