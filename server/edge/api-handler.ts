import type { IncomingMessage } from "node:http";
import { toMethodProblem } from "@/lib/api/handle";
import type { RequestContext } from "@/lib/api/request-context";
import { handleApi } from "@/lib/api/routes";

/** Request headers that an answer may depend on. */
const READ_HEADERS = [
  ...["x-api-key", "authorization", "x-forwarded-for", "accept"],
  ...["if-match", "if-unmodified-since", "if-none-match", "if-modified-since"],
];

/** Methods of HTTP that the web-standard Request refuses. */
const UNREPRESENTABLE = new Set(["CONNECT", "TRACE", "TRACK"]);

/** Answers a call of the API, whatever its path and method, by the handler that Next's routes call too. */
export function answerApi(request: IncomingMessage, context: RequestContext): Promise<Response> {
  const { method = "" } = request;
  if (UNREPRESENTABLE.has(method)) context.fault ??= toMethodProblem(method);
  return handleApi(toRequest(request, context), context);
}

/** The web-standard form of a request, with the headers that an answer may depend on. */
function toRequest({ method = "GET", url = "", headers }: IncomingMessage, { fault }: RequestContext): Request {
  const read = READ_HEADERS.flatMap((name): [string, string][] => {
    const value = headers[name];
    return value === undefined ? [] : [[name, String(value)]];
  });
  // Only who sent it is read where a fault was found before.
  if (fault) return new Request("http://localhost/api", { headers: read });
  return new Request(`http://localhost${url}`, { method, headers: read });
}
