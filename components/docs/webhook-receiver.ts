import type { Program } from "./programs";

/** Takes a webhook, and refuses what is not ours; tests/api/webhooks.test.ts runs it. */
export const WEBHOOK_RECEIVER: Program = {
  title: "A receiver",
  note: "Node 20, nothing else: WEBHOOK_SECRET=whsec_... node receiver.mjs",
  language: "JavaScript",
  code: `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace("whsec_", ""), "base64");
const seen = new Set();

function isOurs(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": sentAt, "webhook-signature": signatures = "" } = headers;
  if (Math.abs(Date.now() / 1000 - Number(sentAt)) > 300) return false;
  const wanted = createHmac("sha256", key).update(\`\${id}.\${sentAt}.\${body}\`).digest();
  return signatures.split(" ").some((one) => {
    const given = Buffer.from(one.replace("v1,", ""), "base64");
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  if (!isOurs(request.headers, body)) return response.writeHead(401).end();
  response.writeHead(204).end();
  // An answer of ours that got lost makes the sender post again, under the same id.
  if (seen.has(request.headers["webhook-id"])) return;
  seen.add(request.headers["webhook-id"]);
  for (const { object, key: of, before, after } of JSON.parse(body).data)
    if (object === "price")
      console.log(of.product, of.country, before?.amount, "to", after?.amount, (after ?? before).currency);
}).listen(process.env.PORT ?? 8080);
`,
};
