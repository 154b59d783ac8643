import { connect } from "node:net";

// `slow-reader.ts URL BYTES_PER_SECOND PATH...` reads each path slowly on its own connection. Prints "reading" when
// all have begun, then the results as JSON.

const STEP_MS = 100;
const [base = "", rate = "", ...paths] = process.argv.slice(2);
const { hostname, port } = new URL(base);
const pieceBytes = (Number(rate) * STEP_MS) / 1000;

export type SlowAnswer = { path: string; status: number; expected: number; received: number };

function read(path: string, onBegin: () => void): Promise<SlowAnswer> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const requests = ["/api/health?probe=live", path].map(
      (each) => `GET ${each} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`,
    );
    let bytes = Buffer.alloc(0);
    let begun = false;
    const step = () => {
      const piece: Buffer | null = socket.read(Math.min(pieceBytes, socket.readableLength) || undefined);
      if (piece !== null) bytes = Buffer.concat([bytes, piece]);
      const head = bytes.indexOf("\r\n\r\n");
      if (begun || head === -1) return;
      const length = toLength(bytes.toString("latin1", 0, head));
      if (requests.length === 1 && bytes.length >= head + 4 + length) {
        bytes = bytes.subarray(head + 4 + length);
        socket.write(requests.pop() ?? "");
      } else if (requests.length === 0) {
        begun = true;
        onBegin();
      }
    };
    const timer = setInterval(step, STEP_MS);
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(timer);
      const head = bytes.indexOf("\r\n\r\n");
      const lines = bytes.toString("latin1", 0, Math.max(head, 0));
      const status = Number(lines.split(" ")[1]);
      resolve({ path, status, expected: toLength(lines), received: bytes.length - head - 4 });
    });
    socket.write(requests.shift() ?? "");
  });
}

const toLength = (head: string) => Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN);

let waiting = paths.length;
const answers = await Promise.all(
  paths.map((path) =>
    read(path, () => {
      waiting -= 1;
      if (waiting === 0) console.log("reading");
    }),
  ),
);
console.log(JSON.stringify(answers));
