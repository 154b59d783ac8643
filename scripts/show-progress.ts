import type { WriteStream } from "node:tty";
import type { ImportProgress } from "@/lib/import/report/result";
import { formatProgress } from "@/lib/import/report/summary-text";

const TERMINAL_EVERY_MS = 500;
const LOG_EVERY_MS = 5_000;

export function showProgress(stream: WriteStream): { show: (progress: ImportProgress) => void; clear: () => void } {
  const everyMs = stream.isTTY ? TERMINAL_EVERY_MS : LOG_EVERY_MS;
  let shownAt = Date.now();
  let isShown = false;
  return {
    show(progress) {
      if (progress.phase !== "waiting" && Date.now() - shownAt < everyMs) return;
      shownAt = Date.now();
      isShown = true;
      stream.write(stream.isTTY ? `\r\u001b[K${formatProgress(progress)}` : `${formatProgress(progress)}\n`);
    },
    clear() {
      if (isShown && stream.isTTY) stream.write("\r\u001b[K");
    },
  };
}
