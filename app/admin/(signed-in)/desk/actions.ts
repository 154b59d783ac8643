"use server";

import { pickChanges } from "@/lib/access/audit/rules";
import { defineAction } from "@/lib/access/staff/gate";
import { findFeed, isBeingRead } from "@/lib/desk/refresh/data";
import { isReadable } from "@/lib/desk/refresh/fetch-guarded";
import { addFeed, type FeedSettings, refreshNow, takeAddress, updateFeed } from "@/lib/desk/refresh/mutations";
import { AddFeedForm, AddressForm, FeedForm, ReadNowForm } from "@/lib/desk/refresh/schema";

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

const NOT_READABLE = { errors: { address: "must begin with https://" } };

export const addSource = defineAction("feed.add", AddFeedForm, async ({ cadence_days, ...input }, { staff }) => {
  if (!isReadable(input.address)) return NOT_READABLE;
  const feed = { ...input, cadenceDays: cadence_days };
  return async (tx) => {
    if (!(await addFeed(feed, staff.id, tx))) return { errors: { id: "is that of another source" } };
    return {
      type: "feed" as const,
      id: feed.id,
      name: feed.name,
      after: feed,
      next: { goTo: `${HERE}?done=added#sources` },
    };
  };
});

export const updateSource = defineAction(
  "feed.update",
  FeedForm,
  async ({ id, address, cadence_days, auto_publish, same_day_bound, week_bound, older_bound }, { staff }) => {
    const feed = await findFeed(id);
    if (!feed) return GONE;
    if (address !== feed.address && !isReadable(address)) return NOT_READABLE;
    if (feed.attribution !== null && auto_publish)
      return { message: "A source that was added here always waits for a person: it does not publish itself." };
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
