import { baseName } from "@/lib/text/format";
import { STEPS, signed } from "./scale";

/** Key of a map of differences: one line. */
export const ScaleBar = ({ base, noData }: { base: string; noData: string }) => (
  <div className="scale-bar" aria-hidden="true">
    <span className="scale-bar-start">cheaper</span>
    <ul>
      {STEPS.map(({ step, upTo }) => (
        <li key={step} data-step={step}>
          {Number.isFinite(upTo) && <b>{signed(upTo)}</b>}
        </li>
      ))}
    </ul>
    <span>% more expensive than {baseName(base)}</span>
    <span>
      <i className="hatched" /> {noData}
    </span>
  </div>
);
