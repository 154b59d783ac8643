import type { Address } from "./endpoint";
import { isDecodable } from "./query";

/** The contract that a path belongs to. Undefined for others, and for what is no percent-encoded UTF-8. */
export const findContract = <E extends Pick<Address, "path">>(contracts: readonly E[], path: string): E | undefined =>
  isDecodable(path) ? contracts.find((contract) => patternOf(contract.path).test(path)) : undefined;

/** Reads the values of a path, and writes the path with them in its canonical encoding. */
export function readPath({ path: form }: Pick<Address, "path">, path: string) {
  const values = patternOf(form).exec(path)?.groups ?? {};
  const params = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decodeURIComponent(value)]));
  return { params, path: form.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? "")) };
}

/** Of the paths of contracts alone, of which there are few. */
const patterns = new Map<string, RegExp>();

function patternOf(form: string): RegExp {
  const known = patterns.get(form);
  if (known !== undefined) return known;
  const pattern = new RegExp(`^${form.replaceAll(".", "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
  patterns.set(form, pattern);
  return pattern;
}
