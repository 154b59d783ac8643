import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const text = await readFile("docs/operations.md", "utf8");
const unit = /```ini\n(.*?)```/s.exec(text)?.[1] ?? "";
const [, head = "", service = ""] = /\[Unit\]\n(.*?)\[Service\]\n(.*?)\[Install\]/s.exec(unit) ?? [];

// systemd gives up after five failures in ten seconds, and restarts after 100 ms, unless it is told otherwise.
test("the documented service is restarted for as long as it takes", () => {
  expect(head).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(service).toMatch(/^Restart=always$/m);
  expect(service).toMatch(/^RestartSec=[1-9]$/m);
});

test("the documented service may write its data folder only, and gains no rights", () => {
  for (const line of ["ProtectSystem=strict", "ProtectHome=yes", "NoNewPrivileges=yes", "CapabilityBoundingSet="])
    expect(service.split("\n")).toContain(line);
  expect(service).toMatch(/^StateDirectory=price-atlas-%i$/m);
});

// npm would print lines of its own before those of the log.
test("the documented service starts the server itself", () => {
  expect(service).toMatch(/^ExecStart=\/usr\/bin\/node --conditions=react-server server\/main\.mjs$/m);
});
