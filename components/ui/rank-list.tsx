import type { ReactNode } from "react";
import { formatRank } from "./format-rank";
import { Link } from "./link";

export function RankList({
  entries,
}: {
  entries: readonly { key: string; rank: number; name: string; href: string; figure: ReactNode }[];
}) {
  const ranks = entries.map(({ rank }) => rank);
  return (
    <ol className="rank-list">
      {entries.map(({ key, rank, name, href, figure }) => (
        <li key={key}>
          <span className="rank">{formatRank(rank, ranks)}</span>
          <Link href={href}>{name}</Link>
          {figure}
        </li>
      ))}
    </ol>
  );
}
