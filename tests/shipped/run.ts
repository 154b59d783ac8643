import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, leaveOut } from "@/tests/support/needs";
import { type Engine, makeBaseImages, openEngine } from "./engine";

// What deploy/ has, by the programs that it is for: Docker Engine with compose, and systemd. Commands of docs/operations.md are
// run as they stand there. SHIPPED_DIR keeps the roots of Debian and the images for the next run.

const COMPOSE = "docker compose --file deploy/compose.yaml --env-file .env";
const operations = await readFile("docs/operations.md", "utf8");
const { version: VERSION } = JSON.parse(await readFile("package.json", "utf8"));
let passed = 0;
let failed = 0;

const missing = ["debootstrap", "slirp4netns", "unshare", "nsenter", "setpriv"].filter(
  (name) => findProgram(name) === null,
);
const isDebian = await readFile("/etc/debian_version").catch(() => null);
if (process.getuid?.() !== 0 || !isDebian || missing.length > 0) {
  leaveOut("what is shipped, as shipped", "root on Debian; apt-get install debootstrap slirp4netns");
  process.exit(0);
}

const dir = process.env.SHIPPED_DIR ?? (await mkdtemp(join(tmpdir(), "price-atlas-shipped-")));
let engine: Engine;
try {
  engine = await openEngine(dir);
} catch (error) {
  if (!process.env.SHIPPED_DIR) await rm(dir, { recursive: true, force: true });
  leaveOut("what is shipped, as shipped", `no engine can run here: ${error}`);
  process.exit(0);
}

/** Prints a line; a test returns what it found out. */
async function check(name: string, test: () => Promise<string | undefined>): Promise<void> {
  const begun = Date.now();
  try {
    const found = await test();
    passed++;
    console.log(`passed  ${name}${found ? `: ${found}` : ""} (${Math.round((Date.now() - begun) / 1000)} s)`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : error}`);
  }
}

function expect(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new Error(otherwise);
}

/** Block of commands below a heading that has `text`. */
function block(heading: string, text: string): string {
  const section = operations.slice(operations.indexOf(`\n${heading}\n`));
  const found = [...section.matchAll(/```sh\n(.*?)```/gs)]
    .map(([, commands = ""]) => commands)
    .find((one) => one.includes(text));
  if (found === undefined) throw new Error(`docs/operations.md has no commands with ${text} below ${heading}`);
  return found;
}

const { sh, run, until } = engine;
const curl =
  "curl -sS --max-time 60 --cacert /etc/price-atlas/tls/fullchain.pem --resolve prices.example.com:443:127.0.0.1";
const SITE = "https://prices.example.com";
const status = (path: string) => sh(`${curl} --output /dev/null --write-out '%{http_code}' '${SITE}${path}'`);
const sql = async (database: string, statement: string) =>
  (await sh(`${COMPOSE} exec -T database psql --username=price_atlas --dbname=${database} -Atc "${statement}"`)).trim();
const apps = async (which = "") => (await sh(`${COMPOSE} ps --quiet ${which} app`)).trim().split("\n");

/** Statuses, with counts, of what is asked through nginx while `act` goes on; the last figure is the longest answer. */
async function askDuring(act: () => Promise<unknown>): Promise<{ counts: string; isWhole: boolean }> {
  await sh("rm -f /tmp/enough /tmp/answers");
  const paths = ["/api/countries", "/api/services?page_size=5", "/services/netflix", "/countries/TR"];
  const asking = paths.map((path) =>
    sh(`while [ ! -e /tmp/enough ]; do
      ${curl} --output /dev/null --write-out '%{http_code} %{time_total}\\n' '${SITE}${path}' >> /tmp/answers || echo lost >> /tmp/answers
      sleep 3
    done`),
  );
  try {
    await act();
  } finally {
    await sh("sleep 3; touch /tmp/enough");
    await Promise.all(asking);
  }
  const counts = (await sh("cut -d' ' -f1 /tmp/answers | sort | uniq -c")).trim().replace(/\s*\n\s*/g, ", ");
  const longest = (await sh("cut -d' ' -f2 /tmp/answers | sort -n | tail -1")).trim();
  const refusals = await sh(
    `${COMPOSE} exec -T nginx grep --invert-match ' 200 ' /var/log/nginx/access.log | tail -n 5 || true`,
  );
  const isWhole = /^\d+ 200$/.test(counts);
  return { counts: `${counts}, the longest ${longest} s${isWhole ? "" : `\n${refusals}`}`, isWhole };
}

/** In the machine with systemd, as root. */
const machine = (commands: string) => sh(`docker exec -i machine bash -e -s <<'LAST'\ncd /clone\n${commands}\nLAST`);
const machineUntil = (commands: string) => until(`docker exec -i machine bash -e -s <<'LAST'\n${commands}\nLAST`);

const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const ROW =
  "netflix,TR,ios,monthly,299.99,TRY,2026-10-20,opentherank-2026-09-30,https://opentherank.com/streaming-pricing/netflix/";
/** What nobody but their owner may have, where a build could find it. */
const SECRETS = ["deploy/tls/privkey.pem", "price-atlas.dump", ".env.local", "tests/client/node_modules/x/secret"];
const before = block("### Containers", "up --build");
const [writeEnv = "", up = "", addStaff = ""] = before.split(/(?=^docker compose )/m);
const HISTORY = "/api/export?dataset=history&format=csv";
const hash = async () => (await sh(`${curl} '${SITE}${HISTORY}' | sha256sum`)).slice(0, 64);

async function walk(): Promise<void> {
  await check("images of Debian's packages and npm's Node, under the names that deploy/ asks for", async () => {
    await makeBaseImages(dir, engine);
    return (await sh("docker --version; docker compose version; uname -r")).trim().replaceAll("\n", "; ");
  });
  await sh(`mkdir -p /etc/price-atlas/tls; cd /etc/price-atlas/tls
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=prices.example.com \
      -addext subjectAltName=DNS:prices.example.com -keyout privkey.pem -out fullchain.pem`);
  for (const path of SECRETS) await sh(`mkdir -p $(dirname ${path}); echo secret > ${path}`);

  await check("the block that writes .env, which is for its owner alone (4)", async () => {
    await sh(writeEnv);
    // A machine that does other things too is slow, and its database not away.
    await sh("echo DATABASE_TIMEOUT_SECONDS=20 >> .env");
    expect((await sh("stat --format=%a .env")).trim() === "600", "others may read .env");
    return undefined;
  });
  await check("the image is built as the Dockerfile says", async () => {
    const [, command = ""] = /^# (docker build .*? \.) /m.exec(await readFile("deploy/Dockerfile", "utf8")) ?? [];
    await sh(command);
    const layer = await sh("docker history price-atlas --format '{{.Size}} {{.CreatedBy}}' | grep 'COPY /app'");
    return `the app takes ${layer.split(" ", 1)[0]}`;
  });
  await check("neither .env, keys, dumps nor what is installed enters the build (4)", async () => {
    await sh("docker build --quiet --file deploy/Dockerfile --target build --tag build .");
    for (const path of [...SECRETS, ".env"])
      expect((await run(`docker run --rm build test -e ${path}`)).code === 1, `${path} is in the build`);
    const written = await sh(`docker run --rm build sh -e -c '
      echo NEXTAUTH_SECRET=of-the-clone > .env; npm run build:standalone -- /tmp/laid > /dev/null; ls -A /tmp/laid'`);
    expect(!written.includes(".env"), `build:standalone copies .env: ${written}`);
    return undefined;
  });
  await check("the first start as documented", async () => {
    const begun = Date.now();
    await sh(up);
    const tookMs = Date.now() - begun;
    await ready();
    expect((await status("/services/netflix")) === "200", "no page");
    return `${Math.round(tookMs / 1000)} s`;
  });

  console.log("1. Many processes may start at once");
  await check("three of compose at once on an empty database, three times", async () => {
    for (let times = 0; times < 3; times++) {
      await sql("postgres", "CREATE DATABASE empty");
      const prepare = () => sh(`DATABASE_NAME=empty ${COMPOSE} run --rm prepare`);
      await Promise.all([prepare(), prepare(), prepare()]);
      expect((await sql("empty", "SELECT count(*) > 0 FROM price")) === "t", "no prices");
      await sql("postgres", "DROP DATABASE empty");
    }
    return undefined;
  });

  console.log("2. The documented way acts on what it names");
  await check("staff", async () => {
    const link = await sh(addStaff);
    expect(link.includes(`${SITE}/admin/set-up#`), link);
    return undefined;
  });
  await check("keys, prune and refresh, given alike", async () => {
    const key = await sh(`${COMPOSE} run --rm app node commands/keys-create.mjs --name "Price dashboard" --limit 600 \
      --owner "Data team" --email data@example.com --expires 2027-12-31`);
    const { stdout } = await run(`${curl} --header 'x-api-key: ${key.trim()}' --head '${SITE}/api/countries'`);
    expect(/^HTTP\/2 200/.test(stdout), stdout);
    const pruned = await sh(`${COMPOSE} run --rm app node commands/versions-prune.mjs --keep 20`);
    expect(pruned.includes("0 versions pruned"), pruned);
    const refresh = await run(`${COMPOSE} run --rm app node commands/data-refresh.mjs ecb`);
    expect(/^ecb: /m.test(refresh.stdout + refresh.stderr), refresh.stdout + refresh.stderr);
    return undefined;
  });
  await check("a file is imported from the folder that has it", async () => {
    await sh(`printf '%s\\n' '${HEADER}' '${ROW}' > prices.csv`);
    const report = await sh(block("### Containers", "data-import"));
    expect(report.includes("published dataset version"), report);
    await until(`${curl} '${SITE}/api/prices?product=netflix&country=TR' | grep -q 299.99`);
    return undefined;
  });
  await check("dump and restore: the copy is equal, and its sessions alone are ended", async () => {
    const original = await hash();
    await sql(
      "price_atlas",
      "UPDATE staff SET setup_hash = repeat('0', 64), setup_expires_at = now() + interval '1 day'",
    );
    await sh(block("## Backup and restore", "pg_restore --username"));
    const staff = "SELECT session_version, setup_hash IS NULL FROM staff";
    const [live, copy] = [await sql("price_atlas", staff), await sql("price_atlas_new", staff)];
    expect(live === "1|f" && copy === "2|t", `${live} ${copy}`);
    await sh(`echo DATABASE_NAME=price_atlas_new >> .env; ${COMPOSE} up --detach`);
    await ready();
    expect((await hash()) === original, "the copy is another");
    await sh(`sed --in-place /^DATABASE_NAME=/d .env; ${COMPOSE} up --detach`);
    await ready();
    return `SHA-256 ${original.slice(0, 12)}… of both`;
  });

  console.log("3. An upgrade that fails leaves the old one serving");
  const prepareAndUp = block("## Upgrade and rollback", "build app")
    .split("\n")
    .filter((line) => line.includes("run --rm prepare"))
    .join("\n");
  await check("a migration that fails", async () => {
    await sh(`mkdir -p /next/20991231000000_fails; cd /next; echo 'SELECT 1 / 0;' > 20991231000000_fails/migration.sql
      printf 'FROM price-atlas:${VERSION}\\nCOPY 20991231000000_fails prisma/migrations/20991231000000_fails\\n' > Dockerfile
      docker build --quiet --tag price-atlas:next .`);
    await sh("sed --in-place s/^VERSION=.*/VERSION=next/ .env");
    const { code, stdout, stderr } = await run(prepareAndUp);
    expect(code !== 0, "it went on");
    expect(`${stdout}${stderr}`.includes("20991231000000_fails"), `it is not named: ${stdout}${stderr}`);
    expect((await status("/api/countries")) === "200", "the old release is gone");
    const images = await sh(`${COMPOSE} ps app --format '{{.Image}}'`);
    expect(images.trim() === `price-atlas:${VERSION}\nprice-atlas:${VERSION}`, images);
    return undefined;
  });
  await check("another password, and the setting is named (9)", async () => {
    const { code, stdout, stderr } = await run(`POSTGRES_PASSWORD=another ${prepareAndUp}`);
    expect(code !== 0 && `${stdout}${stderr}`.includes("DATABASE_OWNER_URL"), `${code} ${stdout}${stderr}`);
    expect((await status("/api/countries")) === "200", "the old release is gone");
    return undefined;
  });
  await check("an upgrade, and the way back", async () => {
    await sh(`printf 'FROM price-atlas:${VERSION}\\nLABEL next=1\\n' | docker build --quiet --tag price-atlas:next -`);
    const there = await askDuring(() => sh(prepareAndUp));
    const taken = await sh(`${COMPOSE} ps app --format '{{.Image}}'`);
    expect(taken.trim() === "price-atlas:next\nprice-atlas:next", taken);
    await sh(`sed --in-place s/^VERSION=.*/VERSION=${VERSION}/ .env`);
    const back = await askDuring(() => sh(prepareAndUp.replace(/^.*? && /, "")));
    const old = await sh(`${COMPOSE} ps app --format '{{.Image}}'`);
    expect(old.trim() === `price-atlas:${VERSION}\nprice-atlas:${VERSION}`, old);
    expect(there.isWhole && back.isWhole, `answers: ${there.counts}; back: ${back.counts}`);
    return `answers meanwhile: ${there.counts}; back: ${back.counts}`;
  });

  console.log("5. Every setting has a way in");
  await check("settings of .env arrive, and each process has its metrics on this machine", async () => {
    await sh(`printf 'LOG_LEVEL=warn\\nCONTACT_URL=mailto:prices@example.com\\n' >> .env; ${COMPOSE} up --detach`);
    await ready();
    const page = await sh(`${curl} '${SITE}/about'`);
    expect(page.includes("mailto:prices@example.com"), "CONTACT_URL does not arrive");
    expect((await sh(`${COMPOSE} exec -T app printenv LOG_LEVEL`)).trim() === "warn", "LOG_LEVEL does not arrive");
    const ports = await sh(`for port in $(seq 9464 9473); do
      curl -s http://127.0.0.1:$port/metrics | grep -q ^process_cpu && echo $port; done; true`);
    expect(ports.trim().split("\n").length === 2, `ports: ${ports}`);
    return ports.trim().replace("\n", " and ");
  });

  console.log("6. An end that is one");
  await check("a stop ends with 0, and a slow reader gets the last byte", async () => {
    const file = `${SITE}/api/export?dataset=rates&format=csv`;
    const whole = await sh(`${curl} '${file}' > /tmp/whole; sha256sum < /tmp/whole; wc -c < /tmp/whole`);
    const slow = sh(`${curl} --limit-rate 60k '${file}' | sha256sum`);
    await sh(`sleep 1; ${COMPOSE} stop app`);
    for (const one of await apps("--all")) {
      const code = await sh(`docker inspect --format '{{.State.ExitCode}}' ${one}`);
      expect(code.trim() === "0", `code ${code}`);
    }
    expect((await slow).trim() === whole.split("\n")[0], "the reader lost bytes");
    await sh(`${COMPOSE} start app`);
    await healthy();
    return `${whole.split("\n")[1]} bytes at 60 kB/s`;
  });
  await check("a second signal ends it at once, and it comes back", async () => {
    const [one = ""] = await apps();
    await sh(`docker exec ${one} sh -c 'kill -TERM 1; sleep 1; kill -TERM 1' || true`);
    await until(`[ $(docker inspect --format '{{.RestartCount}}' ${one}) = 1 ]`);
    await healthy();
    return undefined;
  });
  await check("what a process leaves behind is ended", async () => {
    const [one = ""] = await apps();
    await sh(`docker exec ${one} sh -c '(sleep 1 &) ; exit 0'; sleep 2`);
    const left = await sh(`docker exec ${one} sh -c 'for p in /proc/[0-9]*; do grep -h ^State $p/status; done'`);
    expect(!left.includes("zombie"), left);
    return undefined;
  });

  console.log("7. The network as it is");
  await healthy();
  await check("callers of IPv6 have their own addresses", async () => {
    await sh("for address in fd00:a::1 fd00:b::1 fd00:c::1; do ip address add $address/128 dev lo; done");
    for (const from of ["fd00:a::1", "fd00:b::1"])
      await sh(
        `curl -sk --globoff --interface ${from} --header 'Host: prices.example.com' 'https://[fd00:c::1]/api/health'`,
      );
    const log = await sh(`${COMPOSE} exec -T nginx tail -n 20 /var/log/nginx/access.log`);
    expect(log.includes(" fd00:a::1 ") && log.includes(" fd00:b::1 "), log);
    return undefined;
  });
  await check("one process after the other is restarted", async () => {
    const { counts, isWhole } = await askDuring(async () => {
      for (const one of await apps()) {
        await sh(`docker restart ${one}`);
        await healthy();
      }
    });
    expect(isWhole, counts);
    return counts;
  });
  await check("one that vanishes is passed over, and nginx follows when it comes back", async () => {
    const [one = ""] = await apps();
    const { counts } = await askDuring(() => sh(`docker kill ${one}; sleep 6`));
    await sh(`docker start ${one}`);
    await healthy();
    const count = `curl -s http://127.0.0.1:$(docker port ${one} 9464/tcp | cut -d: -f2)/metrics | grep '^http_requests_total{route="/api/countries"'`;
    for (let times = 0; times < 10; times++) await status("/api/countries");
    await until(count);
    return counts;
  });
  await check("the database is started anew", async () => {
    const { counts } = await askDuring(() => sh(`${COMPOSE} restart database; sleep 5`));
    return counts;
  });

  console.log("8. Bounds that are written down");
  await check("a container whose database is away is healthy, and not ready", async () => {
    await sh(`${COMPOSE} stop database`);
    await until(`[ "$(${curl} -o /dev/null -w '%{http_code}' ${SITE}/api/health)" = 503 ]`);
    await sh("sleep 16");
    const health = await sh(`${COMPOSE} ps app --format '{{.Health}}'`);
    expect(health.trim() === "healthy\nhealthy", health);
    await sh(`${COMPOSE} start database`);
    await ready();
    return undefined;
  });
  await check("each container has its limit of memory, and uploads are on the disk", async () => {
    const [one = ""] = await apps();
    const limits = await sh(`docker inspect --format '{{.HostConfig.Memory}}' $(${COMPOSE} ps --quiet)`);
    expect(!/^0$/m.test(limits), limits);
    await sh(`docker exec ${one} sh -c 'head -c 1900M /dev/zero > /tmp/upload; rm /tmp/upload'`);
    const state = await sh(`docker inspect --format '{{.State.OOMKilled}} {{.RestartCount}}' ${one}`);
    expect(state.trim() === "false 0", state);
    const usage = await sh("docker stats --no-stream --format '{{.Name}} {{.MemUsage}}'");
    return usage.trim().replaceAll("deploy-", "").replaceAll("\n", ", ");
  });

  await sh(`${COMPOSE} down --volumes`);
  console.log("systemd");
  await machineWalk();
}

/** Waits until nginx has a ready process. */
const ready = () => until(`[ "$(${curl} -o /dev/null -w '%{http_code}' ${SITE}/api/health)" = 200 ]`);
/** Waits until each process is healthy. */
const healthy = () => until(`[ "$(${COMPOSE} ps app --format '{{.Health}}' | sort -u)" = healthy ]`);

async function machineWalk(): Promise<void> {
  const UNITS = "price-atlas@3001 price-atlas@3002 price-atlas@3003 price-atlas";
  await check("a machine of Debian with systemd as its first process", async () => {
    await sh(`docker build --quiet --build-arg APP=price-atlas:${VERSION} --file /images/machine.Dockerfile --tag machine /images
      docker run --detach --name machine --cap-add ALL --security-opt seccomp=unconfined --cgroupns private \
        --tmpfs /run --tmpfs /run/lock --volume /clone:/clone:ro machine`);
    await machineUntil("systemctl is-system-running");
    await machine(`systemctl start postgresql redis-server nginx
      runuser --user postgres -- psql --command="CREATE ROLE price_atlas LOGIN CREATEROLE CREATEDB PASSWORD 'owner'"
      runuser --user postgres -- createdb --owner=price_atlas price_atlas`);
    return (await machine("systemctl --version | head -1; node --version; psql --version"))
      .trim()
      .replaceAll("\n", "; ");
  });
  await check("its settings and units, word for word", async () => {
    const example = block("### systemd", "# /etc/price-atlas.env")
      .replaceAll("price_atlas_server:…@", "price_atlas_server:server@")
      .replaceAll("price_atlas:…@", "price_atlas:owner@")
      .replaceAll("db.internal:5432", "127.0.0.1:5432")
      .replaceAll("?sslmode=verify-full", "")
      .replace(/rediss:.*/, "redis://127.0.0.1:6379")
      .replace("NEXTAUTH_SECRET=…", `NEXTAUTH_SECRET=${"x".repeat(32)}`);
    await machine(`cat > /etc/price-atlas.env <<'SETTINGS'\n${example}\nSETTINGS`);
    await machine(
      `${block("### systemd", "useradd")}\nchown root:price-atlas /etc/price-atlas.env; chmod 640 /etc/price-atlas.env`,
    );
    await machineUntil("for port in 3001 3002; do curl -sf http://127.0.0.1:$port/api/health; done");
    return undefined;
  });
  await check("systemd-analyze verify finds nothing", async () => {
    const found = await machine("systemd-analyze verify price-atlas.service price-atlas@3001.service 2>&1");
    expect(found.trim() === "", found);
    return undefined;
  });
  await check("three at once on an empty database, ten times; a stop leaves them inactive", async () => {
    for (let times = 0; times < 10; times++) {
      await machine(`systemctl stop price-atlas
        for unit in ${UNITS}; do
          state=$(systemctl is-active $unit || true)
          [ "$state" = inactive ] || { echo "$unit is $state"; exit 1; }
        done
        runuser --user postgres -- dropdb price_atlas
        runuser --user postgres -- createdb --owner=price_atlas price_atlas
        systemctl enable --now ${UNITS}`);
      await machineUntil("for port in 3001 3002 3003; do curl -sf http://127.0.0.1:$port/api/health; done");
      const starts = await machine(
        "for at in 1 2 3; do systemctl show --property=NRestarts --value price-atlas@300$at; done",
      );
      expect(starts.trim() === "0\n0\n0", `a start failed: ${starts}`);
    }
    return undefined;
  });
  await check("one that is killed comes back", async () => {
    await machine("systemctl kill --signal=SIGKILL price-atlas@3001");
    await machineUntil(
      `[ "$(systemctl show --property=NRestarts --value price-atlas@3001)" = 1 ]; curl -sf http://127.0.0.1:3001/api/health`,
    );
    return undefined;
  });
  await check("nginx as documented, and a restart of one after the other costs nobody an answer", async () => {
    await machine(`mkdir -p /etc/nginx/tls
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=prices.example.com \
        -keyout /etc/nginx/tls/privkey.pem -out /etc/nginx/tls/fullchain.pem 2> /dev/null
      ${block("### nginx", "nginx -t")}`);
    const asking = machine(`while [ ! -e /tmp/enough ]; do
      curl -sk --output /dev/null --write-out '%{http_code}\\n' https://127.0.0.1/api/countries >> /tmp/answers || echo lost >> /tmp/answers
      sleep 1.1
    done`);
    for (const unit of ["price-atlas@3001", "price-atlas@3002"]) {
      await machine(`systemctl restart ${unit}`);
      await machineUntil(`curl -sf http://127.0.0.1:${unit.slice(-4)}/api/health`);
    }
    await machine("touch /tmp/enough");
    await asking;
    const counts = (await machine("sort /tmp/answers | uniq -c")).trim().replace(/\s*\n\s*/g, ", ");
    expect(/^\d+ 200$/.test(counts), counts);
    return counts;
  });
  await check("commands find their settings, as the user of the service", async () => {
    const link = await machine(block("### systemd", "staff-add"));
    expect(link.includes(`${SITE}/admin/set-up#`), link);
    await machine(`cd /opt/price-atlas
      printf '%s\\n' '${HEADER}' '${ROW}' > /tmp/prices.csv
      as() { runuser --user price-atlas -- node --env-file=/etc/price-atlas.env "$@"; }
      as commands/data-import.mjs /tmp/prices.csv
      as commands/versions-prune.mjs --keep 20
      as commands/keys-create.mjs --name "Price dashboard" --limit 600 --owner "Data team" --email data@example.com --expires 2027-12-31`);
    const left = await machine("find /opt/price-atlas -name .data");
    expect(left === "", left);
    return undefined;
  });
  await check("dump and restore, and the rights after it (9)", async () => {
    const [dump, endSessions] = [
      block("## Backup and restore", '--dbname="$COPY_URL"'),
      block("## Backup and restore", 'psql "$COPY_URL"'),
    ];
    await machine(
      `cd /tmp; export DATABASE_OWNER_URL=postgresql://price_atlas:owner@127.0.0.1:5432/price_atlas\n${dump}\n${endSessions}`,
    );
    await machine(`sed 's#5432/price_atlas#5432/price_atlas_new#' /etc/price-atlas.env > /tmp/copy.env; chmod 644 /tmp/copy.env
      cd /opt/price-atlas; runuser --user price-atlas -- node --env-file=/tmp/copy.env commands/db-prepare.mjs`);
    return undefined;
  });
  await check("an upgrade into a folder of its own", async () => {
    const commands = block("## Upgrade and rollback", "ln --symbolic");
    const [, folder = ""] = /^cd (\S+)$/m.exec(commands) ?? [];
    await machine(
      `mv /opt/price-atlas /opt/price-atlas-old; ln -s /opt/price-atlas-old /opt/price-atlas; cp -a /opt/price-atlas-old ${folder}`,
    );
    await machine(commands);
    await machineUntil("for port in 3001 3002; do curl -sf http://127.0.0.1:$port/api/health; done");
    const at = await machine("readlink /proc/$(systemctl show --property=MainPID --value price-atlas@3001)/cwd");
    expect(at.trim() === folder, at);
    return undefined;
  });
  await check("a restart of all, and a stop", async () => {
    await machine("systemctl restart price-atlas");
    await machineUntil("for port in 3001 3002 3003; do curl -sf http://127.0.0.1:$port/api/health; done");
    const memory = await machine(
      "for at in 1 2 3; do ps -o rss= --pid $(systemctl show --property=MainPID --value price-atlas@300$at); done",
    );
    await machine("systemctl stop price-atlas");
    const failures = await machine("systemctl --failed --no-legend");
    expect(failures.trim() === "", failures);
    return `resident memory: ${memory
      .trim()
      .split(/\s+/)
      .map((kB) => `${Math.round(Number(kB) / 1024)} MB`)
      .join(", ")}`;
  });
}

async function end(code: number): Promise<never> {
  await engine.close();
  if (!process.env.SHIPPED_DIR) await rm(dir, { recursive: true, force: true });
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void end(1));
await walk().catch((error: unknown) => {
  failed++;
  console.error(error);
});
await end(failed === 0 ? 0 : 1);
