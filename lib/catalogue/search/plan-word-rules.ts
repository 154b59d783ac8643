import { joinWords } from "@/lib/text/words";
import { fold } from "./fold-rules";

/** What people ask for beside the one plan of a product that is collected. */
export type PlanWord = keyof typeof PLAN_WORDS;

/** `noun` stands in a sentence; `words` find it in several languages. */
export const PLAN_WORDS = {
  family: {
    noun: "family plan",
    words: "family|families|familie|famille|familia|família|famiglia|aile|rodzinny|семья|семейный|ファミリー|家庭",
  },
  student: {
    noun: "student plan",
    words:
      "student|students|studenten|étudiant|étudiants|estudiante|estudiantes|estudante|studenti|öğrenci|студент|学生",
  },
  duo: { noun: "plan for two", words: "duo|couple|couples" },
  kids: { noun: "plan for children", words: "kids|children|kinder|enfants|niños" },
  team: { noun: "plan for teams", words: "team|teams|business|enterprise|school|education|nonprofit" },
  yearly: {
    noun: "yearly price",
    words: "yearly|annual|annually|year|12 months|jährlich|jahr|jahresabo|annuel|anual|annuale|yıllık|годовой|年間|年",
  },
  lifetime: { noun: "price of a purchase for life", words: "lifetime|one time|one-time|forever" },
  bundle: { noun: "bundle", words: "bundle|bundles|bundled|combo|paket|pack|package|with hulu" },
  trial: {
    noun: "free trial",
    words: "trial|free trial|free|gratis|kostenlos|probe|probemonat|essai|prueba|prova|deneme",
  },
  discount: {
    noun: "discount",
    words:
      "discount|discounts|coupon|promo|promo code|code|deal|deals|offer|sale|black friday|rabatt|gutschein|gift card|gift",
  },
  ads: { noun: "plan with ads", words: "with ads|ads|ad supported|ad-supported|mit werbung|avec pub" },
} as const satisfies Record<string, { noun: string; words: string }>;

const byLength = Object.entries(PLAN_WORDS)
  .flatMap(([word, { words }]) => words.split("|").map((name) => ({ word: word as PlanWord, name: fold(name) })))
  .sort((a, b) => b.name.length - a.name.length);

const FILLING = new Set(["plan", "plans", "subscription", "account", "abo", "membership", "price", "version", "tier"]);

export type TakenPlanWord = { word: PlanWord; name: string; rest: string };

/** `spotify family plan`: the word for a plan, as it stands there, and the text without it; null without one or the other. */
export function takePlanWord(text: string): TakenPlanWord | null {
  const words = text.trim().split(/[\s-]+/);
  const folded = words.map(fold);
  for (const { word, name } of byLength) {
    const wanted = name.split(" ");
    const at = folded.findIndex((_, i) => wanted.every((part, step) => folded[i + step] === part));
    if (at === -1) continue;
    const rest = words.filter((_, i) => (i < at || i >= at + wanted.length) && !FILLING.has(folded[i] ?? ""));
    return rest.length === 0 ? null : { word, name, rest: rest.join(" ") };
  }
  return null;
}

/** Tells `student` and `family plan`, which name no subscription, from names that nothing has. */
export function isPlanWordAlone(text: string): boolean {
  const words = text
    .trim()
    .split(/[\s-]+/)
    .map(fold);
  const named = words.filter((word) => !FILLING.has(word)).join(" ");
  return byLength.some(({ name }) => name === named);
}

/** `No family plan of Spotify is collected here, only Spotify Individual.` `labels`: its plans that are. */
export const writePlanWord = (word: PlanWord, name: string, labels: readonly string[]): string =>
  `No ${PLAN_WORDS[word].noun} of ${name} is collected here${labels.length === 0 ? "" : `, only ${joinWords(labels)}`}.`;
