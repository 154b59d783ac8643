import { Notice } from "@/components/ui/notice";
import { Day } from "@/lib/contract/codes";
import type { RefusedParameter } from "@/lib/pages/query";

export function RefusedParameters({ refused }: { refused: readonly RefusedParameter[] }) {
  if (refused.length === 0) return null;
  return (
    <div className="section-near">
      <Notice>
        {refused.map(({ parameter, given }) => (
          <p key={parameter}>
            The address asks for {parameter} “{given}”, which{" "}
            {parameter === "date" && Day.safeParse(given).success ? "lies in the future" : "is not known here"} and was
            left out.
          </p>
        ))}
      </Notice>
    </div>
  );
}
