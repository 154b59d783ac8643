import "server-only";
import { VersionInput } from "@/lib/contract/inputs";
import { findVersion, type Version } from "@/lib/versions/current";
import type { Problem } from "./problem";

export const readVersionName = (search: string): string | null => new URLSearchParams(search).get("version");

export const findNamedVersion = async (name: string | null): Promise<Version | null> =>
  VersionInput.safeParse(name).success && name !== null ? findVersion(name) : null;

/** Of a version whose rows were removed to save space. */
export function toGone({ version }: Pick<Version, "version">): Problem {
  return {
    kind: "gone",
    detail: `The rows of ${version} were removed to save space. Its files are still there, such as /api/export?dataset=prices&format=csv&version=${version}; /api/versions lists them.`,
  };
}
