import { Notice } from "@/components/ui/notice";

/** Says what was done on the page before; nothing where the address names nothing that is known. */
export function DoneNotice({ done, words }: { done: unknown; words: Readonly<Record<string, string>> }) {
  const text = typeof done === "string" && Object.hasOwn(words, done) ? words[done] : undefined;
  return text === undefined ? null : (
    <div className="section-notice">
      <Notice>{text}</Notice>
    </div>
  );
}
