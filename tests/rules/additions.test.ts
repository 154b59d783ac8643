import { expect, test } from "vitest";
import { listAdditions } from "@/lib/openapi/additions";

const parameter = (name: string, values?: string[]) => ({ name, in: "query", schema: { enum: values } });
const header = { $ref: "#/components/parameters/IfNoneMatch" };
const document = (paths: Record<string, unknown[]>, schemas: Record<string, string[]>) => ({
  info: { version: "1.1.0" },
  paths: Object.fromEntries(Object.entries(paths).map(([path, parameters]) => [path, { get: { parameters } }])),
  components: {
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([name, fields]) => [
        name,
        { properties: Object.fromEntries(fields.map((field) => [field, {}])) },
      ]),
    ),
  },
});
const released = document({ "/api/prices": [parameter("sort", ["usd"]), header] }, { Price: ["amount"] });

test("a document adds nothing to itself", () => {
  expect(listAdditions(released, released)).toEqual({ since: "1.1.0", paths: [], parameters: [], fields: [] });
});

test.each([
  [
    "paths",
    document({ "/api/prices": [parameter("sort", ["usd"])], "/api/rates": [parameter("date")] }, { Price: ["amount"] }),
    { paths: ["/api/rates"], parameters: [], fields: [] },
  ],
  [
    "parameters, and values of known ones",
    document({ "/api/prices": [parameter("q"), parameter("sort", ["usd", "-usd"])] }, { Price: ["amount"] }),
    {
      paths: [],
      parameters: [{ path: "/api/prices", names: ["q"], values: [{ name: "sort", values: ["-usd"] }] }],
      fields: [],
    },
  ],
  [
    "fields of known records, and not those of new ones",
    document({ "/api/prices": [parameter("sort", ["usd"])] }, { Price: ["amount", "stale"], Rate: ["date"] }),
    { paths: [], parameters: [], fields: [{ record: "Price", names: ["stale"] }] },
  ],
  ["nothing where something was only removed", document({}, {}), { paths: [], parameters: [], fields: [] }],
])("lists %s", (_, now, added) => {
  expect(listAdditions(released, now)).toEqual({ since: "1.1.0", ...added });
});
