import { redirect } from "next/navigation";
import { STAFF_HOME } from "@/lib/access/staff/roles/rules";

export default function AdminPage() {
  redirect(STAFF_HOME);
}
