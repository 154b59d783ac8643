import { openFirefox } from "./firefox";
import { runSteps } from "./run-steps";

await runSteps(openFirefox);
