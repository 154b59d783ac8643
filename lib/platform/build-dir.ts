import "server-only";
import { processSingleton } from "./process-singleton";

const built = processSingleton("build-dir", () => ({ dir: "." }));

/** Folder with the `.next` that this process serves, which another build does not touch (scripts/build/keep-build.mjs). */
export const buildDir = () => built.dir;

export function setBuildDir(dir: string): void {
  built.dir = dir;
}
