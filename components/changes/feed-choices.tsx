import type { FeedLink } from "@/lib/feeds/address-rules";

type FeedChoicesProps = {
  feeds: readonly FeedLink[];
  /** The form for word by e-mail, which then stands first. */
  mailHref?: string | null;
};

export const FeedChoices = ({ feeds, mailHref = null }: FeedChoicesProps) => (
  <ul className="pop-choices">
    {mailHref !== null && (
      <li>
        <a href={mailHref} rel="nofollow">
          <b>E-mail</b>
          <span>one mail a publish at most</span>
        </a>
      </li>
    )}
    {feeds.map(({ name, type, url, use }) => (
      <li key={url}>
        <a href={url} type={type}>
          <b>{name}</b>
          <span>{use}</span>
        </a>
      </li>
    ))}
  </ul>
);
