import type { FeedLink } from "@/lib/feeds/address-rules";

export function FollowChanges({ feeds }: { feeds: readonly FeedLink[] }) {
  return (
    <p className="section-near measure">
      {feeds[0]?.title}, as a feed:{" "}
      {feeds.map(({ name, type, url }, i) => (
        <span key={url}>
          {i > 0 && ", "}
          <a href={url} type={type}>
            {name}
          </a>
        </span>
      ))}
    </p>
  );
}
