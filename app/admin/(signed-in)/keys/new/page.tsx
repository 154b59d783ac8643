import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { create } from "@/app/admin/(signed-in)/keys/actions";
import { ActionButton } from "@/components/admin/action-button";
import { ActionForm } from "@/components/admin/action-form";
import { KeyFields } from "@/components/admin/key-fields";
import { StaffHead } from "@/components/admin/staff-head";
import { requireStaff } from "@/lib/access/staff/current-data";
import { clockDay } from "@/lib/platform/clock";

export const metadata: Metadata = { title: "New key" };

export default async function NewKeyPage() {
  await requireStaff("key.create", "/admin/keys/new");
  return (
    <>
      <StaffHead title="New key" crumbs={[{ name: "Keys", href: "/admin/keys" }]}>
        Its token is shown once, right after the key is made.
      </StaffHead>
      <ActionForm action={create} hidden={{ form_id: randomUUID() }} label="New key">
        <KeyFields today={clockDay()} />
        <ActionButton>Make key</ActionButton>
      </ActionForm>
    </>
  );
}
