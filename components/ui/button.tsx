import type { ReactNode } from "react";

const CLASSES = { filled: "button", plain: "button button-plain", text: "button button-text" };
type Look = keyof typeof CLASSES;

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
      className={CLASSES[look]}
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
    <a className={CLASSES[look]} href={href}>
      {children}
    </a>
  );
}
