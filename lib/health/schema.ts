import { z } from "zod";

export const HealthQuery = z.object({
  probe: z
    .enum(["live", "ready"])
    .default("ready")
    .meta({ description: "`live`: 200 whenever the process answers at all. `ready`: 200 when it can serve data." }),
});

const Check = z.enum(["ok", "away", "none"]);

export const Health = z
  .object({
    status: z.enum(["live", "ready", "stopping", "unavailable"]),
    checks: z
      .object({ database: Check, dataset: Check, limits: Check })
      .meta({ id: "HealthChecks", description: "What readiness depends on; `limits` is told and takes none." })
      .optional(),
    dataset_version: z.string().nullable().optional().describe("The dataset that is served; null before the first."),
  })
  .meta({ id: "Health", description: "State of the process." });
