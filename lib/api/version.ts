import "server-only";
import { VersionInput } from "@/lib/contract/inputs";
import { findVersion, type Version } from "@/lib/versions/current";
import type { Problem } from "./problem";

/** The name in `version=` of a query (without "?"). */
export const readVersionName = (search: string): string | null => new URLSearchParams(search).get("version");

/** The published version of a name; null without one, and for one that was never published. */
export const findNamedVersion = async (name: string | null): Promise<Version | null> =>
  VersionInput.safeParse(name).success && name !== null ? findVersion(name) : null;

/** Tells whether the rows of a version are there, so that `version=` gives it. */
export const isAvailable = ({ inLedger, isPruned }: Pick<Version, "inLedger" | "isPruned">): boolean =>
  inLedger && !isPruned;

/** The 410 of a version that is not available. */
export function toGone({ version, inLedger }: Pick<Version, "version" | "inLedger">): Problem {
  return {
    kind: "gone",
    detail: inLedger
      ? `The rows of ${version} were removed to save space. Its files are still there, such as /api/export?dataset=prices&format=csv&version=${version}; /api/versions lists them.`
      : `${version} was published before the ledger was begun, and cannot be given again; /api/versions lists those that can.`,
  };
}
