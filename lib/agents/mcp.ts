import "server-only";
import { createMcpHandler, McpServer, type StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { type ZodObject, z } from "zod";
import { admit } from "@/lib/api/admit";
import { logFailure } from "@/lib/api/failure";
import { commonHeaders, PREFLIGHT_HEADERS } from "@/lib/api/headers";
import { type Problem, toProblemResponse } from "@/lib/api/problem";
import { recordRequest } from "@/lib/api/record-request";
import { createContext, type RequestContext } from "@/lib/api/request-context";
import { ATTRIBUTION } from "@/lib/contract/envelope";
import { publicUrl } from "@/lib/platform/env";
import { setApiSecurityHeaders } from "@/lib/platform/security-headers";
import { version } from "@/package.json";
import { callTool, TOOLS, type ToolAnswer } from "./tools";

export const MCP_PATH = "/mcp";
const METHODS = "POST, OPTIONS";
const MAX_BODY_BYTES = 65_536;

/** Answers one message of the Model Context Protocol, without sessions. Never rejects. */
export async function handleMcp(request: Request): Promise<Response> {
  const startedAt = performance.now();
  const context = createContext();
  const reply = await answer(request, context).catch((error: unknown) =>
    logFailure(error, { requestId: context.requestId, route: MCP_PATH }),
  );
  const response = reply instanceof Response ? reply : toProblemResponse(reply, context);
  setApiSecurityHeaders(response.headers);
  const { requestId, cache, admission } = context;
  recordRequest({
    requestId,
    method: request.method,
    route: MCP_PATH,
    target: MCP_PATH,
    status: response.status,
    startedAt,
    cache,
    keyId: admission?.key?.id,
  });
  return response;
}

async function answer(request: Request, context: RequestContext): Promise<Response | Problem> {
  const common = commonHeaders(context.requestId);
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: { ...common, ...PREFLIGHT } });
  if (request.method !== "POST") return NOT_HERE;
  const admission = await admit(request.headers, context, 1);
  if (admission.problem) return admission.problem;
  const { status, body, headers } = await protocol.fetch(request);
  // Whether a connection goes on is the server's and its caller's.
  headers.delete("connection");
  const own = { ...common, ...admission.headers, "Cache-Control": "no-store" };
  return new Response(body, { status, headers: { ...Object.fromEntries(headers), ...own } });
}

const PREFLIGHT = { ...PREFLIGHT_HEADERS, Allow: METHODS, "Access-Control-Allow-Methods": METHODS };

const NOT_HERE: Problem = {
  kind: "method-not-allowed",
  detail: "Messages of the Model Context Protocol are posted here, each answered by itself; /docs/agents says how.",
  headers: { Allow: METHODS },
};

/** Refuses subscriptions, each of which would hold a connection: nothing that they tell of changes here. */
const protocol = createMcpHandler(createServer, { maxSubscriptions: 0, maxRequestBodySize: MAX_BODY_BYTES });

const INSTRUCTIONS = `What digital subscriptions cost, country by country. Countries are ISO 3166-1 alpha-2 codes, products are slugs (find_products), usd_monthly is US dollars a month. A null price is missing, never zero. Prices of the United States and Canada leave out sales tax, most others include VAT; ex_tax_ fields are without it, and tax=excluded orders and compares by them. Figures rest on ranked prices; ranking says what they bear: certain, uncertain (nobody states what some pay for), last_seen (old; say the month), none. Tell a saving of certain products alone. A usual_ratio beside a price says how many times what is usual it is, because it is far from the rest: often another plan or period, so say so. Say the day and the source with a figure, and credit "${ATTRIBUTION}", CC BY 4.0.`;

type Arguments = Record<string, unknown>;

const tools = TOOLS.map((tool) => ({ ...tool, inputSchema: toArguments(toJsonSchema(tool.input)) }));

/** Describes arguments and leaves their check to the API, whose faults name what was meant. */
function toArguments(schema: Record<string, unknown>): StandardSchemaWithJSON<Arguments> {
  const describe = () => schema;
  return {
    "~standard": {
      version: 1,
      vendor: "price-atlas",
      jsonSchema: { input: describe, output: describe },
      validate: (value) => ({ value: value as Arguments }),
    },
  };
}

/** Without what describes a parameter of an address, and patterns of days, which repeat the format. */
function toJsonSchema(input: ZodObject) {
  return z.toJSONSchema(input, {
    io: "input",
    override: ({ jsonSchema }) => {
      delete jsonSchema.param;
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
}

function createServer(): McpServer {
  const server = new McpServer(
    { name: "price-atlas", title: "Price Atlas", version, websiteUrl: publicUrl() },
    { capabilities: { tools: { listChanged: false } }, instructions: INSTRUCTIONS },
  );
  let calls = 0;
  for (const tool of tools) {
    const { name, title, description, inputSchema } = tool;
    const annotations = { readOnlyHint: true, openWorldHint: false };
    server.registerTool(name, { title, description, inputSchema, annotations }, async (given) => {
      // Each request counts once, so a batch must not hold several calls.
      const { text, content, isError }: ToolAnswer = ++calls > 1 ? ONE_CALL : await callTool(tool, given);
      return { content: [{ type: "text", text }], ...(content && { structuredContent: content }), isError };
    });
  }
  return server;
}

const ONE_CALL = { text: "A request takes one call; send the others by themselves.", isError: true };
