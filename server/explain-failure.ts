import { sep } from "node:path";
import type { Settings } from "./settings";

const REASONS: Record<string, string> = {
  EACCES: "this user may not",
  EPERM: "this user may not",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk's quota is used up",
  ENOTDIR: "a part of it is a file",
  EISDIR: "it is a folder",
  ENOENT: "it does not exist",
  EEXIST: "it exists already",
};

/** Explains in one line why a start or a command failed, with the setting, file or host concerned. */
export function explainFailure(error: unknown, settings: Settings | null): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall = "", path }: NodeJS.ErrnoException = error;
  if (code === "EMFILE" || code === "ENFILE")
    return "Too many files are open: allow this process 1024 or more (ulimit -n 1024).";
  if (settings && (syscall === "listen" || syscall === "bind")) return explainListening(error, settings);
  const reason = REASONS[code ?? ""];
  if (path === undefined || reason === undefined) return error.message.replace(/\s*\n\s*/g, " | ");
  const isData = settings !== null && `${path}${sep}`.startsWith(`${settings.dataDir}${sep}`);
  return `${syscall} ${path}: ${reason}.${isData ? " DATA_DIR must be a folder that this user can write to." : ""}`;
}

function explainListening(
  error: NodeJS.ErrnoException & { port?: number; address?: string },
  settings: Settings,
): string {
  const { code, port, address } = error;
  const isMetrics = address === settings.metricsHost && port === settings.metricsPort;
  const prefix = isMetrics ? "METRICS_" : "";
  if (code === "EADDRINUSE")
    return `Port ${port} of ${address} is in use: stop what listens there, or set ${prefix}PORT to another.`;
  if (code === "EACCES")
    return `Port ${port} of ${address} needs more rights than this user has: set ${prefix}PORT to one above 1023.`;
  return `${prefix}HOST=${address} is no address of this machine (${code}).`;
}
