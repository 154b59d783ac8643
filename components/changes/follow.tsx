import { Pop } from "@/components/ui/pop";
import type { FeedLink } from "@/lib/atom/address-rules";
import { FeedChoices } from "./feed-choices";

/** `mailHref`: the form for word by e-mail; null where there is none. */
export function Follow({ feed, mailHref }: { feed: FeedLink; mailHref: string | null }) {
  return (
    <Pop value="Follow" title="Follow price changes" look="button">
      <FeedChoices feed={feed} mailHref={mailHref} />
      <p className="pop-note">What you chose below counts: with one country chosen you follow that country alone.</p>
    </Pop>
  );
}
