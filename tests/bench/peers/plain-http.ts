import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/**
 * Most that node:http can do: one answer, known beforehand. Argument: a file with its status, fields and body
 * (base64) as JSON. Prints where it listens.
 */
const { status, headers, body } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const bytes = Buffer.from(body, "base64");
const server = createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(bytes);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`ready at http://127.0.0.1:${address?.port}`);
});
