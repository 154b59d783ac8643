import type { ReactNode } from "react";

/** Ranking in columns: rank, link, figure (a Difference with `shape="wide"`). */
export function RankList({
  entries,
}: {
  entries: readonly { key: string; rank: number; name: string; href: string; figure: ReactNode }[];
}) {
  return (
    <ol className="rank-list">
      {entries.map(({ key, rank, name, href, figure }) => (
        <li key={key}>
          <span className="rank">{rank}</span>
          <a href={href}>{name}</a>
          {figure}
        </li>
      ))}
    </ol>
  );
}
