import type { CreateDocumentOptions } from "zod-openapi";
import { lookups, singles } from "@/lib/contract/inputs";

type Override = NonNullable<CreateDocumentOptions["override"]>;

/**
 * Makes schemas of answers say what the documentation promises: fields and values such as platforms may be added, so no
 * client may refuse those it does not know. Schemas of parameters stay closed, and list the categories that there are.
 */
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
        // The list as text too, so that generated clients take a single value as well.
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
