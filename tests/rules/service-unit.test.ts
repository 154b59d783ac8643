import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const unit = await readFile("deploy/price-atlas@.service", "utf8");
const [, head = "", service = ""] = /\[Unit\]\n(.*?)\[Service\]\n(.*?)\[Install\]/s.exec(unit) ?? [];

// By default systemd restarts after 100 ms and stops after five failures in ten seconds.
test("the shipped service is restarted for as long as it takes", () => {
  expect(head).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(service).toMatch(/^Restart=always$/m);
  expect(service).toMatch(/^RestartSec=[1-9]$/m);
});

test("the shipped service may write its data folder only, and gains no rights", () => {
  for (const line of ["ProtectSystem=strict", "ProtectHome=yes", "NoNewPrivileges=yes", "CapabilityBoundingSet="])
    expect(service.split("\n")).toContain(line);
  expect(service).toMatch(/^StateDirectory=price-atlas$/m);
});

// Node is killed by SIGSYS otherwise, on processors that have such keys.
test("the shipped service may use memory protection keys", () => {
  expect(service).toMatch(/^SystemCallFilter=@system-service @pkey$/m);
});

// Several may start at once: the second waits.
test("each process prepares the database before it serves", () => {
  expect(service).toMatch(/^ExecStartPre=\/usr\/bin\/node commands\/db-prepare\.mjs$/m);
  expect(service).toMatch(/^ExecStart=\/usr\/bin\/node server\.js$/m);
});
