import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest without looking so. One of them begun last would leave a processor idle at the end. */
const SLOW =
  /(?:slow-readers|process|import-model|corrections-recomputed|old-versions|rate-day|export-files|staff-sign-in|limits-shared|export-ahead|version-files|version-changes|upgrade|publish-again|standard-output|long-history|publish)\.test\.ts$/;

/**
 * Vitest's own order, by what files took before or by their size, behind the slow ones. Files with a process of their own
 * come first: a process is only kept for the next file when that may share it.
 */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId, project }: TestSpecification) => {
      if (project.config.isolate) return 0;
      return SLOW.test(moduleId) ? 1 : 2;
    };
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
