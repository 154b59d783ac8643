import { STEPS } from "@/components/charts/scale";

export const EmbedKey = ({ noData }: { noData: string }) => (
  <p className="embed-key" aria-hidden="true">
    <span>cheaper</span>
    {STEPS.map(({ step }) => (
      <i key={step} data-step={step} />
    ))}
    <span>more expensive than the US</span>
    <span className="embed-key-no-data">
      <i className="hatched" />
      {noData}
    </span>
  </p>
);
