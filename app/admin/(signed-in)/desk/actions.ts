"use server";

import { pickChanges } from "@/lib/access/audit/rules";
import { defineAction } from "@/lib/access/staff/gate";
import { findFeed, isBeingRead } from "@/lib/desk/refresh/data";
import { type FeedSettings, refreshNow, takeAddress, updateFeed } from "@/lib/desk/refresh/mutations";
import { AddressForm, FeedForm, ReadNowForm } from "@/lib/desk/refresh/schema";

const GONE = { message: "There is no such source." };
const HERE = "/admin/desk";

export const readNow = defineAction("feed.read", ReadNowForm, async ({ id }, { staff }) => {
  const feed = await findFeed(id);
  if (!feed) return GONE;
  if (await isBeingRead(id)) return { message: "It is being read at this moment. Look again in a minute." };
  return async () => ({
    type: "feed" as const,
    id,
    name: feed.name,
    next: { goTo: `${HERE}?done=reading#sources` },
    followUp: () => refreshNow(id, staff.id),
  });
});

export const updateSource = defineAction(
  "feed.update",
  FeedForm,
  async ({ id, address, cadence_days, auto_publish, same_day_bound, week_bound, older_bound }, { staff }) => {
    const feed = await findFeed(id);
    if (!feed) return GONE;
    const before: FeedSettings = {
      address: feed.address,
      cadenceDays: feed.cadenceDays,
      autoPublish: feed.autoPublish,
      sameDayBound: feed.sameDayBound,
      weekBound: feed.weekBound,
      olderBound: feed.olderBound,
    };
    const settings: FeedSettings = {
      address,
      cadenceDays: cadence_days,
      autoPublish: auto_publish,
      sameDayBound: same_day_bound ?? feed.sameDayBound,
      weekBound: week_bound ?? feed.weekBound,
      olderBound: older_bound ?? feed.olderBound,
    };
    return async (tx) => {
      if (!(await updateFeed(feed, settings, staff.id, tx))) return GONE;
      return {
        type: "feed" as const,
        id,
        name: feed.name,
        ...pickChanges(before, settings),
        next: { goTo: `${HERE}?done=${address === feed.address ? "updated" : "address"}#sources` },
      };
    };
  },
);

export const approveAddress = defineAction("feed.address", AddressForm, async ({ id, address }, { staff }) => {
  const feed = await findFeed(id);
  if (!feed || feed.newAddress !== address || feed.newAddressById === null)
    return { message: "No such address waits any more: nothing was done. Load the page again." };
  if (feed.newAddressById === staff.id) return { message: "You set this address, so another owner has to approve it." };
  const by = feed.newAddressById;
  return async (tx) => {
    if (!(await takeAddress({ id, address, by }, staff.id, tx))) return GONE;
    return {
      type: "feed" as const,
      id,
      name: feed.name,
      before: { address: feed.address },
      after: { address },
      next: { goTo: `${HERE}?done=updated#sources` },
    };
  };
});
