import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest without looking so. One of them begun last would leave a processor idle at the end. */
const SLOW =
  /(?:slow-readers|process|export-files|page-reads|staff-sign-in|limits-shared|export-ahead|version-files|version-changes|standard-output|long-history|publish)\.test\.ts$/;

/** Vitest's own order, by what files took before or by their size, behind the slow ones. */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
