import type { OperationReference } from "./reference";

/**
 * Writes a collection for the API client Bruno, to be imported as a file: one request for each operation of the document, with
 * every parameter, of which those of its example call are switched on.
 */
export function writeBruno(
  operations: readonly OperationReference[],
  examples: ReadonlyMap<string, string>,
  base: string,
): string {
  const items = operations.map((operation, at) => ({
    type: "http",
    name: operation.summary,
    seq: at + 1,
    request: toRequest(operation, examples.get(operation.path) ?? operation.path),
  }));
  const variables = [
    { name: "baseUrl", value: base, type: "text", enabled: true, secret: false },
    { name: "apiKey", value: "", type: "text", enabled: true, secret: true },
  ];
  const name = "Price Atlas API";
  return JSON.stringify({
    name,
    version: "1",
    items,
    environments: [{ name: base, variables }],
    brunoConfig: { version: "1", name, type: "collection" },
  });
}

function toRequest({ path, parameters, description }: OperationReference, example: string) {
  const [examplePath = "", search = ""] = example.split("?");
  const query = new URLSearchParams(search);
  // Bruno fills whole segments only; a file has its ending in the last one.
  const hasSegments = path.split("/").every((segment) => /^\{\w+\}$/.test(segment) || !segment.includes("{"));
  const segmentOf = (name: string) => examplePath.split("/")[path.split("/").indexOf(`{${name}}`)] ?? "";
  const params = parameters
    .filter(({ in: type }) => type === "query" || hasSegments)
    .map(({ name, in: type, meaning: description }) => {
      const value = type === "path" ? segmentOf(name) : query.get(name);
      return { name, value: value ?? "", type, enabled: value !== null, description };
    });
  const called = hasSegments ? path.replace(/\{(\w+)\}/g, ":$1") : examplePath;
  return {
    url: `{{baseUrl}}${called}${search && `?${search}`}`,
    method: "GET",
    params,
    docs: description,
    headers: [{ name: "x-api-key", value: "{{apiKey}}", enabled: false }],
    auth: { mode: "none" },
    body: { mode: "none" },
    script: {},
    vars: {},
    assertions: [],
    tests: "",
  };
}
