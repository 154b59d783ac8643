import "server-only";
import { VersionInput } from "@/lib/contract/inputs";
import { findVersion, type Version } from "@/lib/versions/current";
import type { Problem } from "./problem";

export const readVersionName = (search: string): string | null => new URLSearchParams(search).get("version");

export const findNamedVersion = async (name: string | null): Promise<Version | null> =>
  VersionInput.safeParse(name).success && name !== null ? findVersion(name) : null;

/** Tells whether the rows still exist, so that `version=` works. */
export const isAvailable = ({ inLedger, isPruned }: Pick<Version, "inLedger" | "isPruned">): boolean =>
  inLedger && !isPruned;

export function toGone({ version, inLedger }: Pick<Version, "version" | "inLedger">): Problem {
  return {
    kind: "gone",
    detail: inLedger
      ? `The rows of ${version} were removed to save space. Its files are still there, such as /api/export?dataset=prices&format=csv&version=${version}; /api/versions lists them.`
      : `${version} was published before the ledger was begun, and cannot be given again; /api/versions lists those that can.`,
  };
}
