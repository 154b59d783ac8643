import { make } from "./make";

const MS_PER_DAY = 86_400_000;
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * Adds a slider over all days to the form that chooses one (components/site/day-choice.tsx). It only fills in the day;
 * the form is sent by its button, so that arrow keys do not lead away from the page.
 */
export function enhanceDayForm(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>("input[type=date]");
  if (!field) return;
  const [first, last] = [Date.parse(field.min), Date.parse(field.max)];
  if (!(last > first)) return;
  const slider = make("input", { className: "day-slider", type: "range", min: "0", step: "1" });
  slider.max = String((last - first) / MS_PER_DAY);
  slider.setAttribute("aria-label", "Day");
  const show = () => {
    const day = Date.parse(field.value);
    slider.value = String(((Number.isNaN(day) ? last : day) - first) / MS_PER_DAY);
    slider.setAttribute("aria-valuetext", toDay(first + Number(slider.value) * MS_PER_DAY));
  };
  slider.addEventListener("input", () => {
    field.value = toDay(first + Number(slider.value) * MS_PER_DAY);
    show();
  });
  field.addEventListener("input", show);
  show();
  form.append(slider);
}
