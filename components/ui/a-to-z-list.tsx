import { compareNames } from "@/lib/text/format";
import { Link } from "./link";
export type AToZEntry = { key: string; name: string; href: string; value: string };

const letterOf = (name: string) => name.normalize("NFD").charAt(0).toUpperCase();

/** Sorted by name, with initials in the margin, which are jump links on narrow screens. */
export function AToZList({ entries }: { entries: readonly AToZEntry[] }) {
  const sorted = [...entries].sort((a, b) => compareNames(a.name, b.name));
  const letters = [...new Set(sorted.map(({ name }) => letterOf(name)))];
  const firsts = new Map(letters.map((letter) => [sorted.find(({ name }) => letterOf(name) === letter)?.key, letter]));
  return (
    <>
      <nav className="a-to-z-jump" aria-label="Jump to letter">
        {letters.map((letter) => (
          <a key={letter} href={`#places-${letter}`}>
            {letter}
          </a>
        ))}
      </nav>
      <ul className="a-to-z">
        {sorted.map(({ key, name, href, value }) => {
          const letter = firsts.get(key);
          return (
            <li key={key} {...(letter ? { id: `places-${letter}`, "data-letter": letter } : {})}>
              <Link href={href}>{name}</Link>
              <span className="leader" aria-hidden="true" />
              <span>{value}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
