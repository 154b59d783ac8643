import { openChromium } from "./chromium";
import { runSteps } from "./run-steps";

await runSteps(openChromium);
