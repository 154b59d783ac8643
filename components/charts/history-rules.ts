import { scaleLinear, scaleLog } from "d3-scale";
import { MS_PER_DAY } from "@/lib/contract/days";

const instantOf = (day: string) => Date.parse(day);

/** Ticks of a price axis, and a function from a price to per cent of the height, from the top. */
export function makePriceScale(values: readonly number[], kind: "linear" | "log", tickCount = 6) {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = 0;
  // A loop, because many values passed as arguments would overflow the stack.
  for (const value of values) {
    if (value > 0) lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  const scale =
    kind === "log"
      ? scaleLog().domain([lowest * 0.9, highest * 1.1])
      : scaleLinear().domain([0, highest]).nice(tickCount);
  scale.range([100, 0]);
  const ticks = scale.ticks(tickCount).filter((tick) => kind === "linear" || isRound(tick));
  return { ticks, toTop: (value: number) => Math.round(scale(value) * 100) / 100 };
}

/** Keeps 1, 2 and 5 times the powers of ten. */
const isRound = (tick: number) => [1, 2, 5].includes(Math.round(tick / 10 ** Math.floor(Math.log10(tick) + 1e-9)));

const MOST_YEARS = 12;

export type TimeTick = { left: number; label: string };

const monthFormat = new Intl.DateTimeFormat("en", { month: "short", year: "numeric", timeZone: "UTC" });

/** Ticks in per cent of the width: years, or months for less than two years. */
export function makeTimeScale(from: string, to: string) {
  const start = instantOf(from);
  const end = Math.max(instantOf(to), instantOf(from) + MS_PER_DAY);
  const toLeft = (day: string) => Math.round(((instantOf(day) - start) / (end - start)) * 10_000) / 100;
  const isLong = end - start > 2 * 366 * MS_PER_DAY;
  const everyYears = Math.ceil((end - start) / (MOST_YEARS * 366 * MS_PER_DAY));
  const ticks: TimeTick[] = [];
  const first = new Date(start);
  for (let i = 0; ; i++) {
    const date = isLong
      ? new Date(Date.UTC(first.getUTCFullYear() + i * everyYears, 0, 1))
      : new Date(Date.UTC(first.getUTCFullYear(), Math.ceil(first.getUTCMonth() / 3) * 3 + 3 * i, 1));
    if (date.getTime() > end) break;
    if (date.getTime() < start) continue;
    ticks.push({
      left: toLeft(date.toISOString().slice(0, 10)),
      label: isLong ? String(date.getUTCFullYear()) : monthFormat.format(date),
    });
  }
  const lastLeft = 100 - (isLong ? 6 : 10);
  return { toLeft, ticks: ticks.filter(({ left }) => left <= lastLeft) };
}

/**
 * Moves overlapping labels apart, as little as possible, between 0 and 100. Positions and `gap` in per cent of the
 * height; keeps the given order.
 */
export function spreadLabels(positions: readonly number[], gap: number): number[] {
  const step = Math.min(gap, 100 / Math.max(1, positions.length - 1));
  const sorted = positions.map((at, i) => ({ at, i })).sort((a, b) => a.at - b.at || a.i - b.i);
  const groups: { members: typeof sorted; middle: number }[] = [];
  for (const label of sorted) {
    let group = { members: [label], middle: label.at };
    for (let last = groups.at(-1); last; last = groups.at(-1)) {
      const reach = (step * (last.members.length + group.members.length)) / 2;
      if (group.middle - last.middle >= reach) break;
      groups.pop();
      const members = [...last.members, ...group.members];
      group = { members, middle: clampMiddle(mean(members.map(({ at }) => at)), members.length, step) };
    }
    groups.push({ ...group, middle: clampMiddle(group.middle, group.members.length, step) });
  }
  const placed = new Array<number>(positions.length).fill(0);
  for (const { members, middle } of groups)
    members.forEach(({ i }, rank) => {
      placed[i] = Math.round((middle + (rank - (members.length - 1) / 2) * step) * 100) / 100;
    });
  return placed;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const clampMiddle = (middle: number, count: number, step: number) => {
  const half = ((count - 1) / 2) * step;
  return Math.max(half, Math.min(100 - half, middle));
};
