import { Pop } from "@/components/ui/pop";
import type { FeedLink } from "@/lib/feeds/address-rules";

export function Follow({ feeds }: { feeds: readonly FeedLink[] }) {
  return (
    <Pop value="Follow" title="Follow price changes" look="button">
      <ul className="pop-choices">
        {feeds.map(({ name, type, url, use }) => (
          <li key={url}>
            <a href={url} type={type}>
              <b>{name}</b>
              <span>{use}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="pop-note">What you chose below counts: with one country chosen you follow that country alone.</p>
    </Pop>
  );
}
