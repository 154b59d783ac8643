import { readFile, statfs, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { expect, test } from "vitest";
import { PRICE_HEADER } from "../support/corrections";
import { postUpload, settle } from "../support/desk";
import { startIn } from "../support/own-database";
import { findHome, readPidFile } from "../support/scratch";
import { mountDisk } from "../support/small-disk";
import { listStaff, PASSWORD, SECRET, type StaffServer } from "../support/staff";
import { dayOfReadings } from "../support/test-days";
import { Visitor } from "../support/visitor";

const MB = 1_000_000;

test("a start says which folder is full, and how much it needs", { timeout: 120_000 }, async () => {
  await using disk = await mountDisk(120 * MB, "a full disk");
  if (disk === null) return;
  await expect(startIn(disk.dir)).rejects.toThrow(
    /The disk of \S+postgres is full: 1[01]\d MB are free, and the database needs 500 MB there\. Make room, or set DATA_DIR/,
  );
});

test("an upload is refused before it is read, a publish says that the disk is full, and both go on when there is room", {
  timeout: 300_000,
}, async () => {
  await using disk = await mountDisk(900 * MB, "a full disk");
  if (disk === null) return;
  await using server = await startIn(disk.dir, { NEXTAUTH_SECRET: SECRET });
  const sql = await connect(disk.dir);
  const staff = { server, sql } as StaffServer;
  for (const [email, role] of [
    ["author@example.com", "editor"],
    ["approver@example.com", "owner"],
  ] as const)
    await listStaff(sql, email, role);
  const author = await new Visitor(server.url).signIn("author@example.com", PASSWORD);
  const approver = await new Visitor(server.url).signIn("approver@example.com", PASSWORD);
  const row = `1password,US,web,quarterly,9.99,USD,${dayOfReadings()},opentherank-2026-09-30,https://a.example/`;
  const files = [{ name: "prices.csv", content: `${PRICE_HEADER}\n${row}\n` }];
  const id = await upload(author, files);
  expect((await settle(staff, id)).state).toBe("waiting");

  await using filler = await fill(disk.dir, 20 * MB);
  const refused = await postUpload(author, files);
  expect(refused.headers.get("location")).toBe("/admin/changes/new?fault=disk-full#refused");
  expect((await author.open("/admin/changes/new?fault=disk-full")).text).toContain("The disk of the server is full");
  const approve = async () => {
    await approver.open(`/admin/changes/${id}`);
    await approver.submit("Decide", { decision: "approve" });
    return settle(staff, id);
  };
  expect(await approve()).toMatchObject({
    state: "waiting",
    failure: "The publish was stopped because the disk is full: make room. Nothing was changed; approve it again.",
  });

  await filler.remove();
  expect(await approve()).toMatchObject({ state: "published", failure: null });
  await sql.end();
});

async function upload(visitor: Visitor, files: Parameters<typeof postUpload>[1]): Promise<string> {
  const { headers } = await postUpload(visitor, files);
  return /^\/admin\/changes\/(\d+)$/.exec(headers.get("location") ?? "")?.[1] ?? `${headers.get("location")}`;
}

async function connect(dataDir: string): Promise<Client> {
  const password = (await readFile(join(await findHome(dataDir), "cluster/password"), "utf8")).trim();
  const { path } = await readPidFile(dataDir);
  const port = Number((await readFile(path, "utf8")).split("\n")[3]);
  const client = new Client({ connectionString: `postgresql://price_atlas:${password}@127.0.0.1:${port}/price_atlas` });
  await client.connect();
  return client;
}

/** Leaves so many bytes. */
async function fill(dir: string, left: number): Promise<AsyncDisposable & { remove(): Promise<void> }> {
  const { bavail, bsize } = await statfs(dir);
  const path = join(dir, "filler");
  await writeFile(path, Buffer.alloc(bavail * bsize - left));
  const remove = () => unlink(path).catch(() => {});
  return { remove, [Symbol.asyncDispose]: remove };
}
