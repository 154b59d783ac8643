import { connect } from "node:net";
import { newSender } from "./api";

export type RawReply = { status: number; headers: Headers; body: string };

/** What a server answers to bytes that no client library would send, until it hangs up or for 10 s. */
export async function sendRaw(base: string, bytes: string): Promise<RawReply> {
  const { hostname, port } = new URL(base);
  const received = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes, "latin1"));
    let text = "";
    socket.setEncoding("utf8").setTimeout(10_000, () => socket.destroy(new Error(`no end of:\n${text}`)));
    socket.on("data", (chunk: string) => {
      text += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
  const [head = "", ...rest] = received.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = new Headers();
  for (const line of lines) headers.append(line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim());
  return { status: Number(first.split(" ")[1]), headers, body: rest.join("\r\n\r\n") };
}

/** A request as text, sent by somebody who sent nothing yet and who wants the connection to end. */
export function toRequest(line: string, headers: Record<string, string> = {}, body = ""): string {
  const all = { Host: "localhost", "X-Forwarded-For": newSender(), Connection: "close", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${line} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}
