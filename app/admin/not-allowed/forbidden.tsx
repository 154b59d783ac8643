import { NotAllowed } from "@/components/admin/not-allowed";

/** Only refused actions lead here. */
export default function ActionForbidden() {
  return <NotAllowed said="Nothing was changed." />;
}
