import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Slow files that look quick. Started last, they would leave a processor idle. */
const SLOW = /(?:process|staff-sign-in|limits-shared|versions|publish)\.test\.ts$/;

/** Vitest's order, after the slow files. Files with their own process come first, because others can share one. */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId, project }: TestSpecification) => {
      if (project.config.isolate) return 0;
      return SLOW.test(moduleId) ? 1 : 2;
    };
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
