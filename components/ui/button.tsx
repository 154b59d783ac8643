import type { ReactNode } from "react";

type Look = "filled" | "plain" | "text";
const classOf = (look: Look) => (look === "filled" ? "button" : `button button-${look}`);

/** One filled button a page at most; `plain` for the others, `text` inside sentences. */
export function Button({
  children,
  look = "filled",
  name,
  value,
}: {
  children: ReactNode;
  look?: Look;
  name?: string;
  value?: string;
}) {
  return (
    <button className={classOf(look)} type="submit" name={name} value={value}>
      {children}
    </button>
  );
}

export function ButtonLink({ children, look = "filled", href }: { children: ReactNode; look?: Look; href: string }) {
  return (
    <a className={classOf(look)} href={href}>
      {children}
    </a>
  );
}
