import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import { HIGHEST_BOUNDS, WEEK_DAYS } from "@/lib/catalogue/fx/rate-bounds-rules";
import { type FeedState, RATE_FORMATS } from "@/lib/desk/refresh/schema";
import { ActionButton } from "./action-button";
import { ActionCheckbox, ActionField, ActionSeen } from "./action-fields";
import { ActionForm } from "./action-form";

type FeedFormsProps = { feeds: readonly FeedState[]; action: FormAction; approve: FormAction; add: FormAction };

type Bounds = Pick<FeedState, "sameDayBound" | "weekBound" | "olderBound">;
const BOUND_FIELDS = [
  {
    name: "same_day_bound",
    label: "Bound from another source of the day, %",
    of: ({ sameDayBound }: Bounds) => sameDayBound,
    max: HIGHEST_BOUNDS.sameDay,
  },
  {
    name: "week_bound",
    label: `Bound from a rate of the ${WEEK_DAYS} days before, %`,
    of: ({ weekBound }: Bounds) => weekBound,
    max: HIGHEST_BOUNDS.week,
  },
  {
    name: "older_bound",
    label: "Bound from an older rate, %",
    of: ({ olderBound }: Bounds) => olderBound,
    max: HIGHEST_BOUNDS.older,
  },
];

const NEW_FIELDS = [
  { name: "id", label: "Id", hint: "As in the column source of its rows: my-shop." },
  { name: "name", label: "Name" },
  { name: "publisher", label: "Publisher" },
  { name: "license", label: "Licence", hint: "Such as CC-BY-4.0." },
  { name: "attribution", label: "Credit", hint: "Shown wherever its figures are." },
  { name: "address", label: "Address of the file", isWide: true },
];

export function FeedForms({ feeds, action, approve, add }: FeedFormsProps) {
  return (
    <>
      {feeds.map(
        ({ id, name, publisher, license, attribution, newAddress }) =>
          newAddress !== null && (
            <ActionForm
              key={id}
              action={approve}
              hidden={{ id, address: newAddress }}
              className="form-row"
              label={`New address of ${name}`}
            >
              <p>
                A new address of {name} waits for an owner who did not set it: <code>{newAddress}</code>
                {attribution !== null && ` (${publisher}, ${license}, credit: ${attribution})`}
              </p>
              <ActionButton look="plain">Approve the address</ActionButton>
            </ActionForm>
          ),
      )}
      <details className="feed-settings">
        <summary>Add a source</summary>
        <p className="section-note">
          A file at an address, with the columns of our own format as CSV or NDJSON, made by whatever reads the shop. It
          is read once a second owner has approved it, and what it says always waits for a person. The address is tried
          before it is saved.
        </p>
        <ActionForm action={add} className="form-row" label="Add a source">
          <ActionSeen />
          {NEW_FIELDS.map((field) => (
            <ActionField key={field.name} {...field} isRequired />
          ))}
          <CadenceField days={7} />
          <ActionButton look="plain">Add</ActionButton>
        </ActionForm>
      </details>
      <details className="feed-settings">
        <summary>Settings of the sources</summary>
        <p className="section-note">
          A new rate further from another source of its day, or from the rate before, than its bounds allow waits for a
          second person; the other currencies of the day go on.
        </p>
        {feeds.map(({ id, name, format, attribution, address, newAddress, cadenceDays, autoPublish, ...bounds }) => (
          <ActionForm key={id} action={action} hidden={{ id }} className="form-row" label={`Settings of ${name}`}>
            <h3>{name}</h3>
            <ActionSeen />
            <ActionField label="Address" name="address" defaultValue={newAddress ?? address} isRequired isWide />
            <CadenceField days={cadenceDays} />
            {RATE_FORMATS.includes(format) &&
              BOUND_FIELDS.map(({ name: field, label, of, max }) => (
                <ActionField
                  key={field}
                  label={label}
                  name={field}
                  type="number"
                  min={0.1}
                  max={max}
                  step={0.1}
                  defaultValue={String(of(bounds))}
                  isRequired
                />
              ))}
            {attribution === null && (
              <ActionCheckbox className="choice" label="Publishes itself" name="auto_publish" isChecked={autoPublish} />
            )}
            <ActionButton look="plain">Save</ActionButton>
          </ActionForm>
        ))}
      </details>
    </>
  );
}

const CadenceField = ({ days }: { days: number }) => (
  <ActionField
    label="Cadence in days"
    name="cadence_days"
    type="number"
    min={1}
    max={400}
    defaultValue={String(days)}
    isRequired
  />
);

type SourceFormsProps = { feed: FeedState; read: FormAction; pause: FormAction | null; remove: FormAction | null };

/** Has a source read, pauses or resumes it, and removes one that was added here. */
export function SourceForms({ feed: { id, name, pausedAt, attribution }, read, pause, remove }: SourceFormsProps) {
  const isPaused = pausedAt !== null;
  return (
    <div className="buttons">
      {!isPaused && (
        <ActionForm action={read} hidden={{ id }} label={`Read ${name} now`}>
          <ActionButton look="plain">Read now</ActionButton>
        </ActionForm>
      )}
      {pause && (
        <ActionForm
          action={pause}
          hidden={{ id, paused: isPaused ? "no" : "yes" }}
          label={`${isPaused ? "Resume" : "Pause"} ${name}`}
        >
          <ActionButton look="plain">{isPaused ? "Resume" : "Pause"}</ActionButton>
        </ActionForm>
      )}
      {remove && attribution !== null && (
        <ActionForm action={remove} hidden={{ id }} label={`Remove ${name}`}>
          <ActionButton look="plain">Remove</ActionButton>
        </ActionForm>
      )}
    </div>
  );
}
