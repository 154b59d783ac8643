import { linkedVersion } from "@/lib/pages/version-links";

/** Keeps the result of a GET form in the dataset version of the page. */
export function VersionField() {
  const version = linkedVersion();
  return version !== null && <input type="hidden" name="version" value={version} />;
}
