import type { Instrumentation } from "next";

// Next compiles this file for its Edge runtime too, which has no process to end: what needs Node is in a file of its own.

export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") await (await import("./instrumentation-node")).register();
}

export const onRequestError: Instrumentation.onRequestError = async (...failure) => {
  if (process.env.NEXT_RUNTIME === "nodejs") await (await import("./instrumentation-node")).onRequestError(...failure);
};
