import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import { joinWords } from "@/lib/text/words";
import { ActionButton } from "./action-button";
import { ActionForm } from "./action-form";

type RefreshQuestionProps = {
  /** Null while nobody has answered. */
  choice: boolean | null;
  hosts: readonly string[];
  action: FormAction;
};

const ANSWERS = [
  { reads: "yes", isFor: true, label: "Read them" },
  { reads: "no", isFor: false, label: "Do not read them" },
] as const;

/** Asks an owner once whether sources are read by themselves, and lets owners change the answer. */
export function RefreshQuestion({ choice, hosts, action }: RefreshQuestionProps) {
  return (
    <section className="why refresh-question" id="refreshing" aria-labelledby="refreshing-question">
      <h2 id="refreshing-question">
        {choice === null
          ? "May this server read its sources by itself?"
          : `This server ${choice ? "reads" : "does not read"} its sources by itself`}
      </h2>
      <p>
        {hosts.length === 0
          ? "All sources are paused, so that nobody would be asked."
          : `When a source is due it would ask ${joinWords(hosts)}, where these redirect it, and nobody else.`}{" "}
        What is new becomes a change set; exchange rates publish themselves where nothing is out of bounds. An owner can
        change the answer here at any time.
      </p>
      <div className="buttons">
        {ANSWERS.filter(({ isFor }) => isFor !== choice).map(({ reads, label }) => (
          <ActionForm key={reads} action={action} hidden={{ reads }} label={label}>
            <ActionButton look="plain">{label}</ActionButton>
          </ActionForm>
        ))}
      </div>
    </section>
  );
}
