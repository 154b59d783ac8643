import "server-only";
import { randomBytes } from "node:crypto";
import { env } from "@/lib/platform/env";
import { processSingleton } from "@/lib/platform/process-singleton";

/** Random for this process where no secret is set. */
export const reportSecret = (): string =>
  env().NEXTAUTH_SECRET ?? processSingleton("report-secret", () => randomBytes(32).toString("hex"));
