import type { ReactNode } from "react";

type Look = "filled" | "plain" | "text";
const classOf = (look: Look) => (look === "filled" ? "button" : `button button-${look}`);

export type ButtonProps = {
  children: ReactNode;
  look?: Look;
  name?: string;
  value?: string;
  /** Keeps the focus and ignores clicks. */
  isWaiting?: boolean;
};

/** `filled` for at most one button a page, `plain` for the others, `text` inside sentences. */
export function Button({ children, look = "filled", name, value, isWaiting = false }: ButtonProps) {
  return (
    <button
      className={classOf(look)}
      type="submit"
      name={name}
      value={value}
      aria-disabled={isWaiting || undefined}
      {...(isWaiting && { onClick: (event) => event.preventDefault() })}
    >
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
