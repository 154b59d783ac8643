import { STEPS } from "@/components/charts/scale";
import { baseName } from "@/lib/text/format";

export const EmbedKey = ({ base, noData }: { base: string; noData: string }) => (
  <p className="embed-key" aria-hidden="true">
    <span>cheaper</span>
    {STEPS.map(({ step }) => (
      <i key={step} data-step={step} />
    ))}
    <span>more expensive than {baseName(base)}</span>
    <span className="embed-key-no-data">
      <i className="hatched" />
      {noData}
    </span>
  </p>
);
