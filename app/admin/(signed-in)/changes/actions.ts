"use server";

import { defineAction } from "@/lib/access/staff/actions/gate";
import { findChangeSet, findNewestVersionId, findTakingBack } from "@/lib/desk/changes/data";
import { CheckedForm, DecisionForm, EntryForm, RevertForm } from "@/lib/desk/changes/form-schema";
import { jobs } from "@/lib/desk/changes/jobs/jobs";
import {
  answerReading,
  approve,
  insertRevert,
  leaveOut,
  reopen,
  withdrawChangeSet,
} from "@/lib/desk/changes/mutations";
import { findObstacle, isAuthor, mayWithdraw } from "@/lib/desk/changes/rules";
import type { ChangeSetFacts } from "@/lib/desk/changes/schema";
import { removeDraftAccess } from "@/lib/desk/products/access/mutations";
import { removeDraftProduct } from "@/lib/desk/products/mutations";
import { removeEntry } from "@/lib/desk/verify/mutations";

const toNewer = (id: number) => ({
  message: "Its files or its preview are newer than the page that you decided on: nothing was done.",
  link: { href: `/admin/changes/${id}`, text: "See what it is now" },
});
const GONE = { message: "This change set was decided on or changed meanwhile: nothing was done. Load the page again." };

const toTarget = ({ id, title }: ChangeSetFacts) => ({ type: "change", id: String(id), name: title }) as const;
const hrefOf = (id: number, done: string) => `/admin/changes/${id}?done=${done}`;
const begin = (id: number) => () => void jobs().start(id);

export const check = defineAction("change.check", CheckedForm, async ({ id, decimal, dates, rows }, { staff }) => {
  const set = await findChangeSet(id);
  if (!set) return GONE;
  const leavesOut = rows === undefined ? set.leavesOut : rows === "good";
  const after = {
    ...(decimal !== undefined && decimal !== set.decimalMark && { decimal_mark: decimal }),
    ...(dates !== undefined && dates !== set.dayOrder && { day_order: dates }),
    ...(leavesOut !== set.leavesOut && { leaves_out: leavesOut }),
  };
  const isChanged = Object.keys(after).length > 0;
  const isAnswered = "decimal_mark" in after || "day_order" in after;
  return async (tx) => {
    if (!(await reopen(id, tx))) return GONE;
    if (isAnswered) await answerReading(id, { decimalMark: decimal, dayOrder: dates }, staff.id, tx);
    if (leavesOut !== set.leavesOut) await leaveOut(id, leavesOut, staff.id, tx);
    return {
      ...toTarget(set),
      ...(isChanged && { after }),
      next: { goTo: hrefOf(id, "checking") },
      followUp: begin(id),
    };
  };
});

export const takeBack = defineAction("change.revert", RevertForm, async ({ id }, { staff }) => {
  const set = await findChangeSet(id);
  if (set?.state !== "published") return { message: "Only what is published can be taken back." };
  const known = await findTakingBack(id);
  const toKnown = (other: number | undefined) => ({
    message: "It is being taken back, or was: nothing was done.",
    link: { href: `/admin/changes/${other ?? id}`, text: "See that change set" },
  });
  if (known !== null) return toKnown(known.id);
  return async (tx) => {
    const revert = await insertRevert(set, staff, tx);
    if (revert === null) return toKnown(undefined);
    return {
      ...toTarget(set),
      after: { change_set: revert },
      next: { goTo: hrefOf(revert, "taking-back") },
      followUp: begin(revert),
    };
  };
});

export const removeFromDraft = defineAction(
  "verify.remove",
  EntryForm,
  async ({ id, entry, product, access }, { staff }) => {
    const set = await findChangeSet(id);
    if (!set) return GONE;
    return async (tx) => {
      if (product !== undefined) {
        const taken = await removeDraftProduct(id, product, staff.id, tx);
        if (taken === null) return GONE;
        return { ...toTarget(set), after: { removed_product: taken.slug }, next: { goTo: hrefOf(id, "taken-out") } };
      }
      if (access !== undefined) {
        const taken = await removeDraftAccess(id, access, staff.id, tx);
        if (taken === null) return GONE;
        return { ...toTarget(set), after: { removed_access: taken }, next: { goTo: hrefOf(id, "taken-out") } };
      }
      if (entry === undefined) return GONE;
      const removed = await removeEntry(id, entry, staff.id, tx);
      if (removed === null) return GONE;
      return {
        ...toTarget(set),
        after: { removed_entry: entry, price: removed.seriesId },
        next: { goTo: hrefOf(id, "removed") },
      };
    };
  },
);

export const decide = defineAction("change.decide", DecisionForm, async ({ id, decision, note, digest }, { staff }) => {
  const set = await findChangeSet(id);
  if (!set) return GONE;
  const after = { decision, ...(note && { note }) };
  if (decision === "approve") {
    const obstacle = findObstacle(set, staff, await findNewestVersionId());
    if (obstacle !== null) return { message: obstacle };
    const approver = isAuthor(set, staff) ? null : staff;
    return async (tx) => {
      if (!(await approve({ id, digest }, approver, tx, note))) return toNewer(id);
      return { ...toTarget(set), after, next: { goTo: hrefOf(id, "approved") }, followUp: begin(id) };
    };
  }
  if (note === null) return { errors: { note: "is needed: it says why" } };
  if (decision === "withdraw") {
    if (!mayWithdraw(set, staff)) return { message: "Only its author and owners can withdraw it." };
    return async (tx) => {
      if (!(await withdrawChangeSet(id, tx, note))) return GONE;
      return { ...toTarget(set), after, next: { goTo: hrefOf(id, "withdrawn") } };
    };
  }
  return async (tx) => {
    if (!(await reopen(id, tx, { note }))) return GONE;
    return { ...toTarget(set), after, next: { goTo: hrefOf(id, "sent-back") } };
  };
});
