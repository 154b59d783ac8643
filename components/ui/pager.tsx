import { formatCount } from "@/lib/text/format";
import { Link } from "./link";
import { choosePages } from "./pager-rules";

export type PagerProps = {
  page: number;
  pageSize: number;
  totalItems: number;
  hrefOf: (page: number) => string;
  label: string;
};

export function Pager({ page, pageSize, totalItems, hrefOf, label }: PagerProps) {
  if (totalItems === 0) return null;
  const totalPages = Math.max(1, Math.ceil(totalItems / pageSize));
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, totalItems);
  const range = first > totalItems ? "Nothing on this page" : `${formatCount(first)} to ${formatCount(last)}`;
  return (
    <nav className="pager" aria-label={label}>
      <span>
        {range} of {formatCount(totalItems)}
      </span>
      {totalPages > 1 && (
        <ul>
          {page > 1 && (
            <li>
              <Link rel="prev" href={hrefOf(Math.min(page - 1, totalPages))}>
                Back
              </Link>
            </li>
          )}
          {choosePages(page, totalPages).map((n, i, all) =>
            n === null ? (
              <li key={`gap after ${all[i - 1]}`} aria-hidden="true">
                …
              </li>
            ) : (
              <li key={n} className={Math.abs(n - page) > 1 && n !== 1 && n !== totalPages ? "far" : undefined}>
                <Link href={hrefOf(n)} aria-current={n === page ? "page" : undefined}>
                  <span className="visually-hidden">Page </span>
                  {n}
                </Link>
              </li>
            ),
          )}
          {page < totalPages && (
            <li>
              <Link rel="next" href={hrefOf(page + 1)}>
                Next
              </Link>
            </li>
          )}
        </ul>
      )}
    </nav>
  );
}
