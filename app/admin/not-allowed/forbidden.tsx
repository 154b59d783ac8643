import { NotAllowed } from "@/components/admin/not-allowed";

export default function ActionForbidden() {
  return <NotAllowed said="Nothing was changed." />;
}
