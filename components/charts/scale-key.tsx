import { STEPS } from "./scale";

/** Classes of the scale in words and colours, for tables coloured by it. */
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
