import "server-only";
import { groupBy } from "@/lib/contract/group-by";
import { publishedDb } from "@/lib/platform/db";
import { oncePerVersion } from "@/lib/versions/once";
import { whereValid } from "@/lib/versions/valid-rows-sql";
import { toDay } from "@/lib/versions/values";
import { ACCESS_QUESTIONS, AccessStatement } from "./schema";

/** Reads the statements about buying from abroad, by product, once a version. A product without any has no entry. */
export const readAccess = oncePerVersion(
  "access",
  async (version): Promise<ReadonlyMap<string, readonly AccessStatement[]>> => {
    const rows = await publishedDb().accessEntry.findMany({
      where: { ...whereValid(version), sentence: { not: null } },
      orderBy: { product: "asc" },
    });
    const statements = rows.map(({ product, question, sentence, sourceUrl, readOn }) => ({
      product,
      statement: AccessStatement.parse({
        question,
        sentence,
        source_url: sourceUrl,
        read_on: readOn && toDay(readOn),
      }),
    }));
    const placeOf = ({ question }: AccessStatement) => ACCESS_QUESTIONS.indexOf(question);
    return new Map(
      [...groupBy(statements, ({ product }) => product)].map(([product, ofProduct]) => [
        product,
        ofProduct.map(({ statement }) => statement).sort((a, b) => placeOf(a) - placeOf(b)),
      ]),
    );
  },
);
