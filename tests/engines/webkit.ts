import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { findFreePort } from "@/server/find-free-port";
import { getProgram, lacks, programEnv } from "../support/needs";
import { type Driver, type Engine, HEIGHT_PX, type Key, toDownloads, type WindowOptions } from "./window";

/** Debian's own, which has the bindings of Debian's libraries. */
const PYTHON = "/usr/bin/python3";
/** Longer than anything takes on a busy machine. */
const ANSWER_MS = 120_000;
const SCREEN = "1600x1200x24";

const Session = z.object({ sessionId: z.string() });
/** https://www.w3.org/TR/webdriver/#elements: the name of the member that holds an element's id. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const Element = z.object({ [ELEMENT]: z.string() });
const Answer = z.object({ value: z.unknown() });
const Fault = z.object({ error: z.string(), message: z.string() });

/** https://www.w3.org/TR/webdriver/#keyboard-actions */
const KEYS: Readonly<Record<Key, string>> = {
  ArrowDown: "\uE015",
  ArrowUp: "\uE013",
  Enter: "\uE007",
  Escape: "\uE00C",
  Tab: "\uE004",
};

/** WebKit by W3C WebDriver, on a screen of its own; null where there is none. */
export async function openWebKit(home: string): Promise<Engine | null> {
  const tests = "steps in WebKit";
  if (lacks("WebKitWebDriver", tests, "webkit2gtk-driver python3-gi gir1.2-webkit2-4.1")) return null;
  if (lacks("Xvfb", tests, "xvfb")) return null;
  const screen = spawn(getProgram("Xvfb"), ["-displayfd", "3", "-screen", "0", SCREEN, "-nolisten", "tcp"], {
    env: programEnv,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [display] = await once(screen.stdio[3] as Readable, "data");
  const env = { ...programEnv, HOME: home, XDG_RUNTIME_DIR: home, DISPLAY: `:${String(display).trim()}` };
  return {
    name: "WebKit",
    openWindow: (options) => openWindow(options, env, toDownloads(home)),
    close: () => end(screen),
  };
}

/** A driver has one window. */
async function openWindow(
  { width, refused }: WindowOptions,
  env: NodeJS.ProcessEnv,
  downloads: string,
): Promise<Driver> {
  const port = await findFreePort("127.0.0.1");
  const driver = spawn(getProgram("WebKitWebDriver"), [`--port=${port}`], { env, stdio: "ignore" });
  let session = "";
  const call = async (method: "GET" | "POST" | "DELETE", path: string, content?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${session}${path}`, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(content && { body: JSON.stringify(content) }),
    });
    const { value } = Answer.parse(await answer.json());
    if (answer.ok) return value;
    const { error, message } = Fault.parse(value);
    throw new Error(`${method} ${path}: ${error}. ${message}`);
  };
  await listens(port);
  const args = [join(import.meta.dirname, "webkit_window.py"), String(width), String(HEIGHT_PX), downloads];
  const binary = { binary: PYTHON, args: refused === null ? args : [...args, refused] };
  const alwaysMatch = { "webkitgtk:browserOptions": binary };
  const { sessionId } = Session.parse(await call("POST", "", { capabilities: { alwaysMatch } }));
  session = `/${sessionId}`;
  const act = (type: "pointer" | "key", actions: object[]) =>
    call("POST", "/actions", { actions: [{ type, id: type, actions }] });
  const find = async (selector: string) => {
    const found = await call("POST", "/element", { using: "css selector", value: selector });
    return `/element/${Element.parse(found)[ELEMENT]}`;
  };
  const strike = (value: string) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ];
  return {
    evaluate: (expression) => call("POST", "/execute/sync", { script: `return ${expression}`, args: [] }),
    clickAt: async (x, y) => {
      const move = { type: "pointerMove", x, y };
      await act("pointer", [move, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }]);
    },
    press: async (key) => void (await act("key", strike(KEYS[key]))),
    type: async (text) => void (await act("key", [...text].flatMap(strike))),
    chooseFile: async (selector, path) => void (await call("POST", `${await find(selector)}/value`, { text: path })),
    hasRole: async (selector, role) => (await call("GET", `${await find(selector)}/computedrole`)) === role,
    deleteCookies: async () => void (await call("DELETE", "/cookie")),
    close: async () => {
      await call("DELETE", "").catch(() => null);
      await end(driver);
    },
  };
}

async function listens(port: number): Promise<void> {
  for (let times = 0; times < 200; times++) {
    if (await fetch(`http://127.0.0.1:${port}/status`).catch(() => null)) return;
    await sleep(50);
  }
  throw new Error("WebKitWebDriver does not listen");
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill();
  await exited;
}
