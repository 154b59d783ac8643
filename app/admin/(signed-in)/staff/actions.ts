"use server";

import { defineAction, type GateRefusal } from "@/lib/access/staff/actions/gate";
import { findMember } from "@/lib/access/staff/data";
import { StaffAddForm, StaffForm, StaffRoleForm } from "@/lib/access/staff/form-schema";
import {
  addStaff,
  changeRole,
  makeLinkByTwo,
  makeSetupToken,
  type StaffRefusal,
  setActive,
} from "@/lib/access/staff/mutations";
import { endAllSessions } from "@/lib/access/staff/sessions/mutations";
import { toSetupLink } from "@/lib/access/staff/set-up/link";

const hrefOf = (id: string, done: string) => `/admin/staff/${id}?done=${done}`;
const toSentBefore = (id: string) => hrefOf(id, "sent-before");

const WHY: Record<StaffRefusal, GateRefusal> = {
  unknown: { message: "This person is not on the list, or is disabled: nothing was changed." },
  known: { errors: { email: "is on the list already" } },
  "last-owner": { message: "The last active owner stays: make someone else an owner first." },
};

export const add = defineAction(
  "staff.add",
  StaffAddForm,
  async (input) => async (tx) => {
    const member = await addStaff(tx, input);
    if (typeof member === "string") return WHY[member];
    const made = await makeSetupToken(tx, member.id);
    if (made === "unknown") return WHY[made];
    const { id, email, role } = member;
    return { type: "staff", id, name: email, after: { role }, next: { show: toLink(email, made.token) } };
  },
  toSentBefore,
);

export const makeLink = defineAction(
  "staff.link",
  StaffForm,
  async ({ id }, { staff }) =>
    async (tx) => {
      const made = await makeLinkByTwo(tx, id, staff.id);
      if (made === "unknown") return WHY[made];
      const { email } = made.member;
      if ("asked" in made)
        return {
          type: "staff",
          id,
          name: email,
          after: { waits: "for a second owner" },
          next: { goTo: hrefOf(id, "asked") },
        };
      return { type: "staff", id, name: email, next: { show: toLink(email, made.token) } };
    },
  toSentBefore,
);

export const setRole = defineAction("staff.role", StaffRoleForm, async ({ id, role }, { staff }) => async (tx) => {
  const before = await changeRole(tx, id, role);
  if (typeof before === "string") return WHY[before];
  const change = { before: { role: before.role }, after: { role } };
  // Only owners may see the staff page, and this member may have stepped down.
  const goTo = id === staff.id ? "/admin/account?done=role" : hrefOf(id, "role");
  return { type: "staff", id, name: before.email, ...change, next: { goTo } };
});

export const disable = defineAction("staff.disable", StaffForm, async ({ id }) => async (tx) => {
  const before = await setActive(tx, id, false);
  if (typeof before === "string") return WHY[before];
  return { type: "staff", id, name: before.email, next: { goTo: hrefOf(id, "disabled") } };
});

export const enable = defineAction("staff.enable", StaffForm, async ({ id }) => async (tx) => {
  const before = await setActive(tx, id, true);
  if (typeof before === "string") return WHY[before];
  return { type: "staff", id, name: before.email, next: { goTo: hrefOf(id, "enabled") } };
});

export const signOutEverywhere = defineAction("staff.sign-out", StaffForm, async ({ id }) => {
  const member = await findMember(id);
  if (!member) return WHY.unknown;
  return async (tx) => {
    const sessions = await endAllSessions(id, tx);
    return { type: "staff", id, name: member.email, after: { sessions }, next: { goTo: hrefOf(id, "signed-out") } };
  };
});

function toLink(email: string, token: string) {
  return { kind: "link", link: toSetupLink(token), email } as const;
}
