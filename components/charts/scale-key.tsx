import { STEPS } from "./scale";

/** The classes of the scale in words and colour, for tables filled from it. */
export function ScaleKey({ noData = "no price" }: { noData?: string }) {
  return (
    <ul className="scale-key" aria-label="Colour classes: difference from the US in per cent">
      {STEPS.map(({ step, text }) => (
        <li key={step} data-step={step}>
          {text}
        </li>
      ))}
      <li className="hatched">{noData}</li>
    </ul>
  );
}
