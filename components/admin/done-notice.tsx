import { Notice } from "@/components/ui/notice";

/** Confirms the action of the previous page; empty when the address names no known one. */
export function DoneNotice({ done, words }: { done: unknown; words: Readonly<Record<string, string>> }) {
  const text = typeof done === "string" && Object.hasOwn(words, done) ? words[done] : undefined;
  return text === undefined ? null : (
    <div className="section-notice">
      <Notice>{text}</Notice>
    </div>
  );
}
