import { ErrorState } from "@/components/ui/error-state";
import { STAFF_HOME } from "@/lib/access/staff/roles/rules";

export default function NotFound() {
  return (
    <ErrorState
      title="There is nothing here"
      deck="The key or the person that this address names does not exist."
      waysOutTitle="Where to go"
      waysOut={[
        { href: STAFF_HOME, text: "The desk" },
        { href: "/admin/audit", text: "The audit log" },
      ]}
    />
  );
}
