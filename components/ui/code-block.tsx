import { tokenize } from "./code-tokens";
import { CopyButton } from "./copy-button";

/** Focusable, so that the keyboard can scroll a long line. */
const SCROLLABLE = { tabIndex: 0 };

export function CodeBlock({ code, language }: { code: string; language: string }) {
  const tokens = tokenize(code, language).map((token, i) => ({ ...token, key: `${i} ${token.text}` }));
  return (
    <div className={language === "json" ? "code-block code-block-data" : "code-block"}>
      <pre {...SCROLLABLE}>
        <code>
          {tokens.map(({ key, kind, text }) =>
            kind === "keyword" ? <b key={key}>{text}</b> : kind === "string" ? <i key={key}>{text}</i> : text,
          )}
        </code>
      </pre>
      <CopyButton />
    </div>
  );
}
