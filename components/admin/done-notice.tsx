import { Notice } from "@/components/ui/notice";

export function DoneNotice({ done, words }: { done: unknown; words: Readonly<Record<string, string>> }) {
  const text = typeof done === "string" && Object.hasOwn(words, done) ? words[done] : undefined;
  return text === undefined ? null : (
    <div className="section-notice">
      <Notice>{text}</Notice>
    </div>
  );
}
