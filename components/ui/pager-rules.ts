/** First, last and neighbours of `page`; null stands for a gap. */
export function choosePages(page: number, totalPages: number): (number | null)[] {
  const near = new Set([1, page - 1, page, page + 1, totalPages].filter((n) => n >= 1 && n <= totalPages));
  const sorted = [...near].sort((a, b) => a - b);
  return sorted.flatMap((n, i) => {
    const previous = sorted[i - 1];
    if (previous === undefined || n - previous === 1) return [n];
    return n - previous === 2 ? [n - 1, n] : [null, n];
  });
}
