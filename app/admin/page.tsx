import { redirect } from "next/navigation";
import { STAFF_HOME } from "@/lib/staff/rules";

export default function AdminPage() {
  redirect(STAFF_HOME);
}
