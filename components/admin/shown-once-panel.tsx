import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import type { ShownOnce } from "@/lib/access/staff/actions/form-state-schema";

export function ShownOncePanel({ shown }: { shown: ShownOnce }) {
  if (shown.kind === "link") {
    return (
      <Notice tone="action">
        <p>
          <b>This link is shown once.</b> Send it to {shown.email}: whoever opens it within 24 hours sets up the
          account.
        </p>
        <p className="once">
          <code className="once-text">{shown.link}</code>
          <CopyButton label="Copy link" className="button button-plain" />
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="action">
      <p>
        <b>This token is shown once.</b> Copy it now; afterwards only its last four characters can be seen.
      </p>
      <p className="once">
        <code className="once-text">{shown.token}</code>
        <CopyButton label="Copy token" className="button button-plain" />
      </p>
      <p>A first call, which answers with the name and the limit of the key:</p>
      <CodeBlock code={shown.command} language="sh" />
      <p>
        <a href={shown.keyHref}>Go to “{shown.keyName}”</a>
      </p>
    </Notice>
  );
}
