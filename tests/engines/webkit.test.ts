import { runSteps } from "./run-steps";
import { openWebKit } from "./webkit";

await runSteps(openWebKit);
