import { createHash } from "node:crypto";
import { unlink } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits until no other process of this user holds the lock `name`, then takes it. Returns a function that releases it.
 * The lock is a socket, so it is free as soon as its holder dies, even if another process gets the holder's id.
 */
export async function takeLock(name: string): Promise<() => Promise<void>> {
  const id = createHash("sha256").update(`${process.getuid?.()}:${name}`).digest("hex").slice(0, 24);
  const path =
    process.platform === "win32" ? `\\\\.\\pipe\\price-atlas-${id}` : join(tmpdir(), `price-atlas-${id}.lock`);
  for (;;) {
    const server = createServer((socket) => socket.destroy());
    if (await listen(server, path)) return () => new Promise((resolve) => server.close(() => resolve()));
    if (await answers(path)) await sleep(200);
    else await unlink(path).catch(() => {});
  }
}

function listen(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    server.listen(path, () => resolve(true));
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => resolve(true));
    socket.on("error", () => resolve(false)).on("connect", () => socket.destroy());
  });
}
