import { MS_PER_DAY } from "@/lib/contract/days";
import { make } from "./make";

/** `1 Jun 2024` */
const toWords = (ms: number) => new Date(ms).toUTCString().slice(5, 16).replace(/^0/, "");
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Adds a slider that only fills in the day. The button sends the form, so that arrow keys do not leave the page. */
export function enhanceDayForm(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>("input[type=date]");
  if (!field) return;
  const first = Date.parse(field.min);
  const last = Date.parse(field.max);
  if (!(last > first)) return;
  const slider = make("input", { className: "day-slider", type: "range", min: "0", step: "1" });
  slider.max = String((last - first) / MS_PER_DAY);
  slider.setAttribute("aria-label", "Day");
  const value = make("output", { className: "amount" });
  const show = () => {
    const day = Date.parse(field.value);
    slider.value = String(((Number.isNaN(day) ? last : day) - first) / MS_PER_DAY);
    const words = toWords(first + Number(slider.value) * MS_PER_DAY);
    slider.setAttribute("aria-valuetext", words);
    value.textContent = words;
  };
  slider.addEventListener("input", () => {
    field.value = toDay(first + Number(slider.value) * MS_PER_DAY);
    show();
  });
  field.addEventListener("input", show);
  show();
  form.append(value, slider, make("small", { textContent: `${toWords(first)} to ${toWords(last)}` }));
}
