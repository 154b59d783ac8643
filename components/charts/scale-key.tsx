import { STEPS, type Step } from "./scale";

export type ScaleKeyProps = { noData?: string; steps?: readonly { step: Step; text: string }[]; label?: string };

export function ScaleKey({
  noData = "no price",
  steps = STEPS,
  label = "Colour classes: difference from the US in per cent",
}: ScaleKeyProps) {
  return (
    <ul className="scale-key" aria-label={label}>
      {steps.map(({ step, text }) => (
        <li key={step} data-step={step}>
          {text}
        </li>
      ))}
      <li className="hatched">{noData}</li>
    </ul>
  );
}
