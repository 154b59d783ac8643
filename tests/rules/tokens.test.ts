import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync("components/styles/tokens.css", "utf8");
const themes = { light: new Map<string, string>(), dark: new Map<string, string>() };
for (const [, name = "", value = ""] of css.matchAll(/--([\w-]+): ([^;]*#[^;]*);/g)) {
  const [light = "", dark = light] = value.match(/#\w{6}/g) ?? [];
  themes.light.set(name, light);
  themes.dark.set(name, dark);
}

const channel = (hex: string, at: number) => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const luminance = (hex: string) => 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);
/** WCAG 2.2, "contrast ratio". */
const contrast = (a: string, b: string) => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

const STEPS = ["c5", "c4", "c3", "c2", "mid", "d2", "d3", "d4"];
const PAIRS: [text: string, ground: string, atLeast: number][] = [
  ["ink", "paper", 7],
  ["ink-2", "paper", 7],
  ["ink-3", "paper", 4.5],
  ["ink-3", "paper-2", 4.5],
  ["ink-2", "paper-3", 4.5],
  ["ink-3", "sea", 4.5],
  ["ink-2", "land", 4.5],
  ["accent", "paper", 4.5],
  ["accent", "paper-2", 4.5],
  ["accent", "accent-soft", 4.5],
  ["ink-2", "accent-soft", 4.5],
  ["on-accent", "accent-fill", 4.5],
  ["on-accent", "accent-fill-strong", 4.5],
  ["accent-fill", "paper", 3],
  ["control", "paper", 3],
  ["control", "paper-2", 3],
  ...STEPS.map((step): [string, string, number] => [`dv-${step}-on`, `dv-${step}`, 4.5]),
];

describe.each(["light", "dark"] as const)("%s theme is legible", (theme) => {
  test.each(PAIRS)("%s on %s, at least %d", (text, ground, atLeast) => {
    const [a = "", b = ""] = [themes[theme].get(text), themes[theme].get(ground)];
    expect(contrast(a, b)).toBeGreaterThanOrEqual(atLeast);
  });
});
