import "server-only";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";
import { FORMAT_NAMES } from "@/lib/import/read/formats/format";
import { detectFormat } from "@/lib/import/read/open/detect";
import { FetchFailed } from "@/lib/platform/guarded-request";
import type { FeedFormat } from "./schema";

export type ReadFile = { name: string; content: Buffer };

const OTHER = "it is in another format than it should be";

/** Converts a publication that is read as it is into import files. Throws FetchFailed. */
export function toImportFiles(format: FeedFormat, content: Buffer): ReadFile[] {
  const wanted = FORMAT_NAMES.find((name) => name === format);
  const text = content.toString("utf8", 0, 65_536).replace(/^\uFEFF/, "");
  const detected = detectFormat(text, wanted);
  if (detected.kind === "unknown" || wanted === undefined) throw new FetchFailed(OTHER);
  return [{ name: `${format}.${detected.kind}`, content }];
}

const Rate = z.object({ currency: z.string().regex(/^[A-Z]{3}$/), rate: z.string().regex(/^\d+(\.\d+)?$/) });
const EcbDay = z.object({ time: z.iso.date(), Cube: z.array(Rate).min(1) });
type EcbDay = z.infer<typeof EcbDay>;
const Envelope = z.object({
  Envelope: z.object({
    Cube: z.object({ Cube: z.preprocess((days) => (Array.isArray(days) ? days : [days]), z.array(EcbDay).min(1)) }),
  }),
});

/** Days of a file of the European Central Bank, units per euro. Throws FetchFailed. */
export function readEcbDays(content: Buffer): EcbDay[] {
  const xml = content.toString("utf8");
  if (XMLValidator.validate(xml) !== true) throw new FetchFailed("it is cut off, or no XML");
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    removeNSPrefix: true,
    parseAttributeValue: false,
    processEntities: false,
  });
  const parsed = Envelope.safeParse(parser.parse(xml));
  if (!parsed.success) throw new FetchFailed(OTHER);
  return parsed.data.Envelope.Cube.Cube;
}

/** The bank's own CSV. */
export function toEcbFile(days: readonly EcbDay[]): ReadFile {
  const currencies = [...new Set(days.flatMap(({ Cube }) => Cube.map(({ currency }) => currency)))];
  const lines = days.map(({ time, Cube }) => {
    const rates = new Map(Cube.map(({ currency, rate }) => [currency, rate]));
    return [time, ...currencies.map((currency) => rates.get(currency) ?? "N/A")].join(",");
  });
  return { name: "ecb.csv", content: Buffer.from(`${[["Date", ...currencies].join(","), ...lines].join("\n")}\n`) };
}
