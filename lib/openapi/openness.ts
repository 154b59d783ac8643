import type { CreateDocumentOptions } from "zod-openapi";
import { lookups, singles } from "@/lib/contract/inputs";

type Override = NonNullable<CreateDocumentOptions["override"]>;

/** Lets answers have unknown fields and values, as the documentation promises. Schemas of parameters stay closed. */
export function openAnswers(categories: readonly string[]): Override {
  return ({ jsonSchema, zodSchema, io }) => {
    if (jsonSchema.type === "integer") {
      jsonSchema.format = "int32";
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    }
    if (io === "input") {
      if (lookups.get(zodSchema)?.in === "categories") jsonSchema.enum = [...categories];
      if (singles.has(zodSchema)) {
        const { description, ...list } = jsonSchema;
        for (const name of ["type", "items", "minItems", "maxItems"] as const) delete jsonSchema[name];
        // Generated clients then also accept a single value.
        jsonSchema.anyOf = [{ type: "string" }, list];
      }
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
