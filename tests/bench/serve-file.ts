import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";

// The plainest way that Node has to serve a file: what downloads are measured against.
// Run: npx tsx tests/bench/serve-file.ts FILE; it ends with its channel.
const path = process.argv[2] ?? "";
const { size } = await stat(path);
const server = createServer((_request, response) => {
  response.writeHead(200, { "Content-Type": "text/csv; charset=utf-8", "Content-Length": size });
  createReadStream(path).pipe(response);
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
process.on("disconnect", () => process.exit(0));
