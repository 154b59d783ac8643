import { Notice } from "@/components/ui/notice";
import { formatDay } from "@/lib/text/format";

export type VersionBandProps = {
  version: string;
  state: "old" | "newest" | "pruned" | "unknown";
  publishedAt: string | null;
  redacted: number;
  newestHref: string;
};

export function VersionBand({ version, state, publishedAt, redacted, newestHref }: VersionBandProps) {
  return (
    <Notice>
      <p>
        {writeBand(version, state, publishedAt)}
        {redacted > 0 && ` ${redacted} prices and rates of it were erased since, because a licence asked for it.`}{" "}
        {/* Marked, so that it leads out of the version. */}
        <a href={newestHref} rel="bookmark">
          {state === "newest" ? "Always show the newest" : "Show the newest"}
        </a>
        , or see <a href="/versions">all versions</a>.
      </p>
    </Notice>
  );
}

function writeBand(version: string, state: VersionBandProps["state"], publishedAt: string | null): string {
  const published = publishedAt === null ? "" : ` of ${formatDay(publishedAt)}`;
  if (state === "old") return `You see dataset ${version}${published}, as it was published. It is not the newest.`;
  if (state === "newest") return `You see dataset ${version}${published}, which is the newest.`;
  if (state === "pruned")
    return `Of dataset ${version}${published} only the files are left, to save space, so you see the newest.`;
  return `There is no dataset ${version}, so you see the newest.`;
}
