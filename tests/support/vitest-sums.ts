import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { type TestEnd, writeSums } from "./sums";

/** Reporter of Vitest that sums up for `npm test`. A file that fails outside of its tests counts as one. */
export default class VitestSums implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const outside = errors.map(({ message }): TestEnd => ({ name: "outside of all tests", state: "failed", message }));
    writeSums([...modules.flatMap(endsOf), ...outside]);
  }
}

function endsOf(module: TestModule): TestEnd[] {
  const ends = [...module.children.allTests()].map((test): TestEnd => {
    const { state, errors } = test.result();
    const name = `${module.relativeModuleId} > ${test.fullName}`;
    return {
      name,
      state: state === "pending" ? "skipped" : state,
      message: errors?.[0]?.stack ?? errors?.[0]?.message,
    };
  });
  if (module.ok() || ends.some(({ state }) => state === "failed")) return ends;
  return [...ends, { name: module.relativeModuleId, state: "failed", message: module.errors()[0]?.message }];
}
