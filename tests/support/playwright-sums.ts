import { relative } from "node:path";
import type { FullConfig, Reporter, Suite, TestCase, TestError } from "playwright/types/testReporter";
import { type TestEnd, writeSums } from "./sums";

/** Reporter of Playwright that sums up for `npm test`. A test that passes at its second attempt counts as failed. */
export default class PlaywrightSums implements Reporter {
  #tests: () => TestCase[] = () => [];
  readonly #outside: TestEnd[] = [];

  onBegin(_: FullConfig, suite: Suite): void {
    this.#tests = () => suite.allTests();
  }

  onError({ message }: TestError): void {
    this.#outside.push({ name: "outside of all browser tests", state: "failed", message });
  }

  onEnd(): void {
    writeSums([...this.#tests().map(toEnd), ...this.#outside]);
  }
}

const STATES = { skipped: "skipped", expected: "passed", unexpected: "failed", flaky: "failed" } as const;

const toEnd = (test: TestCase): TestEnd => ({
  name: `${relative(process.cwd(), test.location.file)} > ${test.title}`,
  state: STATES[test.outcome()],
  message: test.results[0]?.error?.message,
});
