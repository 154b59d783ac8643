import type { FeedLink } from "@/lib/atom/address-rules";

type FeedChoicesProps = {
  feed: FeedLink;
  /** The form for word by e-mail, which then stands first. */
  mailHref?: string | null;
};

export const FeedChoices = ({ feed, mailHref = null }: FeedChoicesProps) => (
  <ul className="pop-choices">
    {mailHref !== null && (
      <li>
        <a href={mailHref} rel="nofollow">
          <b>E-mail</b>
          <span>one mail a publish at most</span>
        </a>
      </li>
    )}
    <li>
      <a href={feed.url} type={feed.type}>
        <b>RSS</b>
        <span>for a feed reader; opens a readable page</span>
      </a>
    </li>
  </ul>
);
