import type { Comparison } from "@/lib/catalogue/compare/schema";
import { productLabel } from "@/lib/catalogue/products/rules";
import { joinWords } from "@/lib/text/words";

/** `Microsoft OneDrive and Microsoft PowerPoint are the same plan as Microsoft Excel: it counts once.` Empty without any. */
export function writeCountedOnce(doors: readonly { label: string; countsWith: string }[]): string {
  const mains = [...new Set(doors.map(({ countsWith }) => countsWith))];
  return mains
    .map((main) => {
      const others = doors.flatMap(({ label, countsWith }) => (countsWith === main ? [label] : []));
      return `${joinWords(others)} ${others.length === 1 ? "is" : "are"} the same plan as ${main}: it counts once.`;
    })
    .join(" ");
}

export const writeOnceOf = ({ matrix }: Comparison, label: (slug: string) => string): string =>
  writeCountedOnce(
    matrix.flatMap(({ product, counts_with }) =>
      counts_with === undefined ? [] : [{ label: label(product), countsWith: label(counts_with) }],
    ),
  );

type Plan = { name: string; service: string; plan: string };

/** `Microsoft Excel is sold as Microsoft 365 Personal, the same plan as `, before the names of the others. */
export const writeSoldAs = ({ name, service, plan }: Plan): string =>
  `${name} is sold as ${productLabel({ name: service, plan })}, the same plan as `;
