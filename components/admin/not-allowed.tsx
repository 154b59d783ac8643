import { StaffShell } from "@/components/site/staff-shell";
import { ErrorState } from "@/components/ui/error-state";
import { STAFF_HOME } from "@/lib/access/staff/roles/rules";

export function NotAllowed({ said = "" }: { said?: string }) {
  return (
    <StaffShell person={null}>
      <title>Not allowed · Price Atlas staff</title>
      <ErrorState
        title="Your role does not allow this"
        deck={`${said} An owner of this service can give you another role.`.trim()}
        waysOutTitle="Where to go"
        waysOut={[{ href: STAFF_HOME, text: "The desk" }]}
      />
    </StaffShell>
  );
}
