import { linkedVersion } from "@/lib/pages/version-links";

/** Hidden field of a GET form, by which its result stays in the dataset version that the page shows. */
export function VersionField() {
  const version = linkedVersion();
  return version !== null && <input type="hidden" name="version" value={version} />;
}
