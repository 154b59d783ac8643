import type { CreateDocumentOptions } from "zod-openapi";
import { lookups, spellings } from "@/lib/contract/inputs";

type Override = NonNullable<CreateDocumentOptions["override"]>;

/** Lets answers have unknown fields and values, as the documentation promises. Schemas of parameters stay closed. */
export function openAnswers(categories: readonly string[]): Override {
  return ({ jsonSchema, zodSchema, io }) => {
    if (jsonSchema.type === "integer") {
      jsonSchema.format = "int32";
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    }
    // The format says as much.
    if (jsonSchema.format?.startsWith("date")) delete jsonSchema.pattern;
    if (io === "input") {
      const { pattern } = spellings.get(zodSchema) ?? {};
      if (pattern !== undefined) {
        delete jsonSchema.enum;
        jsonSchema.pattern = pattern;
      }
      if (lookups.get(zodSchema)?.in !== "categories") return;
      jsonSchema.enum = [...categories];
      delete jsonSchema.pattern;
      delete jsonSchema.maxLength;
      return;
    }
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    if (jsonSchema.enum) {
      const known = jsonSchema.enum.join(", ");
      jsonSchema.description = `${jsonSchema.description ?? ""} Known values: ${known}; others may be added.`.trim();
      jsonSchema["x-extensible-enum"] = jsonSchema.enum;
      delete jsonSchema.enum;
    }
  };
}
