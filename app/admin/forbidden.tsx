import { NotAllowed } from "@/components/admin/not-allowed";

export default function Forbidden() {
  return <NotAllowed />;
}
