import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";

export function DoneNotice({ done, words }: { done: unknown; words: Readonly<Record<string, string>> }) {
  const text = typeof done === "string" && Object.hasOwn(words, done) ? words[done] : undefined;
  return text === undefined ? null : (
    <div className="section-notice">
      <Notice>{text}</Notice>
    </div>
  );
}

type InChangeSetProps = {
  done: unknown;
  /** Words around the link to the change set. */
  children: (changeSet: ReactNode) => ReactNode;
};

/** Leads to the change set that has what was just saved. Pages redirect with its number: `done=in-12`. */
export function InChangeSetNotice({ done, children }: InChangeSetProps) {
  const id = typeof done === "string" ? /^in-(\d+)$/.exec(done)?.[1] : undefined;
  return id === undefined ? null : (
    <div className="section-notice">
      <Notice>{children(<a href={`/admin/changes/${id}`}>change set {id}</a>)}</Notice>
    </div>
  );
}
