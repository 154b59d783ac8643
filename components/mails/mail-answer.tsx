import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHead } from "@/components/ui/page-head";

type MailAnswerProps = {
  title: string;
  deck: string;
  /** Path that the button posts the secret to. */
  action: string;
  /** Secret from the link of the mail. */
  token: string;
  button: string;
};

/** The page behind a link of a mail: opening it does nothing, because scanners of mails open links too. */
export const MailAnswer = ({ title, deck, action, token, button }: MailAnswerProps) => (
  <>
    <PageHead title={title} deck={deck} />
    <form className="report-go" action={action} method="post" aria-label={button}>
      <input type="hidden" name="token" value={token} />
      <Button>{button}</Button>
    </form>
  </>
);

export const MailDone = ({ title, children }: { title: string; children: string }) => (
  <EmptyState
    level={1}
    title={title}
    waysOut={[
      { href: "/changes", text: "Price changes" },
      { href: "/services", text: "All subscriptions" },
    ]}
  >
    {children}
  </EmptyState>
);
