import { ActionField } from "./action-fields";

/** Asks where and when staff read what they write down: both are published beside it. */
export const PageReadFields = ({ today }: { today: string }) => (
  <>
    <ActionField label="Day you read it" name="day" type="date" defaultValue={today} isRequired />
    <ActionField label="Address of the page that says so" name="source_url" placeholder="https://" isRequired isWide />
  </>
);
