import "server-only";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";
import { FORMAT_NAMES } from "@/lib/import/read/formats/format";
import { detectFormat } from "@/lib/import/read/open/detect";
import { FetchFailed } from "./fetch-guarded";
import type { FeedFormat } from "./schema";

export type ReadFile = { name: string; content: Buffer };

const OTHER = "it is in another format than it should be";

/** Converts a publication into import files. Throws FetchFailed. */
export function toImportFiles(format: FeedFormat, content: Buffer): ReadFile[] {
  if (format === "ecb-xml") return [{ name: "ecb.csv", content: Buffer.from(toEcbCsv(content.toString("utf8"))) }];
  const wanted = FORMAT_NAMES.find((name) => name === format);
  const text = content.toString("utf8", 0, 65_536).replace(/^\uFEFF/, "");
  const detected = detectFormat(text, wanted);
  if (detected.kind === "unknown" || wanted === undefined) throw new FetchFailed(OTHER);
  return [{ name: `${format}.${detected.kind}`, content }];
}

const Rate = z.object({ currency: z.string().regex(/^[A-Z]{3}$/), rate: z.string().regex(/^\d+(\.\d+)?$/) });
const Envelope = z.object({
  Envelope: z.object({
    Cube: z.object({ Cube: z.object({ time: z.iso.date(), Cube: z.array(Rate).min(1) }) }),
  }),
});

/** ECB daily rates as the bank's own CSV, units per euro. */
function toEcbCsv(xml: string): string {
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
  const { time, Cube: rates } = parsed.data.Envelope.Cube.Cube;
  const head = ["Date", ...rates.map(({ currency }) => currency)].join(",");
  return `${head}\n${[time, ...rates.map(({ rate }) => rate)].join(",")}\n`;
}
