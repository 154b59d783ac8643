"use server";

import { pickChanges } from "@/lib/access/audit/rules";
import { defineAction } from "@/lib/access/staff/actions/gate";
import { isRefreshSet } from "@/lib/desk/refresh/choice-data";
import { findFeed, isBeingRead } from "@/lib/desk/refresh/data";
import {
  addFeed,
  chooseRefresh,
  type FeedSettings,
  pauseFeed,
  refreshNow,
  removeFeed,
  takeAddress,
  updateFeed,
} from "@/lib/desk/refresh/mutations";
import { hideQuery, isApproved } from "@/lib/desk/refresh/rules";
import {
  AddFeedForm,
  AddressForm,
  type Feed,
  FeedForm,
  PauseForm,
  ReadNowForm,
  RefreshChoiceForm,
  RemoveFeedForm,
  toSourceHref,
} from "@/lib/desk/refresh/schema";
import { tryAddress } from "@/lib/desk/refresh/try-address";
import { isReadable } from "@/lib/platform/guarded-request";

const GONE = { message: "There is no such source." };
const HERE = "/admin/desk";

export const readNow = defineAction("feed.read", ReadNowForm, async ({ id }, { staff }) => {
  const feed = await findFeed(id);
  if (!feed) return GONE;
  if (feed.pausedAt !== null) return { message: "It is paused: resume it first." };
  if (!isApproved(feed)) return { message: "Its address waits for a second owner: it is not read before." };
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

const TAKEN = { errors: { id: "is that of another source" } };

/** What an address serves is said before it is saved. */
const askAgain = async (address: string, feed: Pick<Feed, "id" | "format">) => ({
  message: `${await tryAddress(address, feed)} Send it again to save it.`,
  asks: address,
});

export const addSource = defineAction("feed.add", AddFeedForm, async ({ seen, cadence_days, ...input }, { staff }) => {
  if (!isReadable(input.address)) return NOT_READABLE;
  if ((await findFeed(input.id)) !== null) return TAKEN;
  if (seen !== input.address) return askAgain(input.address, { id: input.id, format: "native" });
  const feed = { ...input, cadenceDays: cadence_days };
  return async (tx) => {
    if (!(await addFeed(feed, staff.id, tx))) return TAKEN;
    return {
      type: "feed" as const,
      id: feed.id,
      name: feed.name,
      after: { ...feed, address: hideQuery(feed.address) },
      next: { goTo: `${HERE}?done=added#sources` },
    };
  };
});

export const updateSource = defineAction(
  "feed.update",
  FeedForm,
  async ({ id, seen, address, cadence_days, auto_publish, same_day_bound, week_bound, older_bound }, { staff }) => {
    const feed = await findFeed(id);
    if (!feed) return GONE;
    if (address !== feed.address && !isReadable(address)) return NOT_READABLE;
    if (feed.attribution !== null && auto_publish)
      return { message: "A source that was added here always waits for a person: it does not publish itself." };
    const isNew = address !== feed.address && address !== feed.newAddress;
    if (isNew && seen !== address) return askAgain(address, feed);
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
        ...hideQueries(pickChanges(before, settings)),
        next: { goTo: `${HERE}?done=${isNew ? "address" : "updated"}#sources` },
      };
    };
  },
);

const hideQueries = ({ before, after }: { before: object; after: object }) => {
  const hide = (values: object) =>
    "address" in values ? { ...values, address: hideQuery(String(values.address)) } : values;
  return { before: hide(before), after: hide(after) };
};

export const pauseSource = defineAction("feed.pause", PauseForm, async ({ id, paused }) => {
  const feed = await findFeed(id);
  if (!feed) return GONE;
  const isPaused = paused === "yes";
  return async (tx) => {
    if (!(await pauseFeed(id, isPaused, tx))) return { message: `It is ${isPaused ? "paused" : "read"} already.` };
    return {
      type: "feed" as const,
      id,
      name: feed.name,
      after: { paused: isPaused },
      next: { goTo: `${toSourceHref(id)}?done=${isPaused ? "paused" : "resumed"}` },
    };
  };
});

export const removeSource = defineAction("feed.remove", RemoveFeedForm, async ({ id }) => {
  const feed = await findFeed(id);
  if (!feed) return GONE;
  if (feed.attribution === null) return { message: "It came with the release: it can be paused, not removed." };
  return async (tx) => {
    if (!(await removeFeed(id, tx)))
      return { message: "It is being read, or a change set of it is being published. Try again in a minute." };
    return {
      type: "feed" as const,
      id,
      name: feed.name,
      before: { name: feed.name, address: hideQuery(feed.address) },
      next: { goTo: `${HERE}?done=removed#sources` },
    };
  };
});

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
      before: { address: hideQuery(feed.address) },
      after: { address: hideQuery(address) },
      next: { goTo: `${HERE}?done=updated#sources` },
    };
  };
});

export const chooseRefreshing = defineAction("feed.schedule", RefreshChoiceForm, async ({ reads }, { staff }) => {
  if (isRefreshSet()) return { message: "REFRESH is set for this server, and goes before any answer here." };
  return async (tx) => {
    await chooseRefresh(reads === "yes", staff.email, tx);
    return {
      type: "feed" as const,
      id: "all",
      name: "all sources",
      after: { reads },
      next: { goTo: `${HERE}?done=${reads === "yes" ? "refreshing" : "not-refreshing"}#sources` },
    };
  };
});
