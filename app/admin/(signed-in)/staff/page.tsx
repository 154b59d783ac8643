import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { add } from "@/app/admin/(signed-in)/staff/actions";
import { ActionButton } from "@/components/admin/action-button";
import { ActionField, ActionSelect } from "@/components/admin/action-fields";
import { ActionForm } from "@/components/admin/action-form";
import { ROLE_CHOICES } from "@/components/admin/role-choices";
import { staffColumns } from "@/components/admin/staff-columns";
import { StaffHead } from "@/components/admin/staff-head";
import { DataTable } from "@/components/ui/data-table";
import { requireStaff } from "@/lib/access/staff/current-data";
import { listStaff } from "@/lib/access/staff/data";
import { currentTime } from "@/lib/platform/clock";

export const metadata: Metadata = { title: "People" };

export default async function StaffPage() {
  const staff = await requireStaff("staff.read", "/admin/staff");
  const members = await listStaff();
  return (
    <>
      <StaffHead title="People">
        Owners look after people; owners and editors after keys and data; viewers read. The audit log has all of it.
      </StaffHead>
      <DataTable
        caption="People of the staff, the active ones first, in order of address"
        columns={staffColumns(staff.id, currentTime())}
        rows={members}
        rowKey={({ id }) => id}
        rowTone={({ active }) => (active ? undefined : "off")}
      />
      <section className="section-near">
        <h2 className="section-title">Add someone</h2>
        <p className="section-note">
          You get a link, shown once, with which they set up their account within 24 hours. Who signs in through a
          provider needs none.
        </p>
        <ActionForm action={add} hidden={{ form_id: randomUUID() }} className="form-row" label="Add someone">
          <ActionField label="E-mail" name="email" type="email" isRequired />
          <ActionSelect label="Role" name="role" choices={ROLE_CHOICES} value="viewer" />
          <ActionButton>Add</ActionButton>
        </ActionForm>
      </section>
    </>
  );
}
