import { z } from "zod";

/** The parameters of `GET /api/health`. */
export const HealthQuery = z.object({
  probe: z
    .enum(["live", "ready"])
    .default("ready")
    .meta({ description: "`live`: 200 whenever the process answers at all. `ready`: 200 when it can serve data." }),
});
