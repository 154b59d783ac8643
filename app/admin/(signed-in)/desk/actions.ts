"use server";

import { pickChanges } from "@/lib/access/audit/rules";
import { defineAction } from "@/lib/access/staff/gate";
import { findFeed, isBeingRead } from "@/lib/desk/refresh/data";
import { refreshNow, updateFeed } from "@/lib/desk/refresh/mutations";
import { FeedForm, ReadNowForm } from "@/lib/desk/refresh/schema";

const GONE = { message: "There is no such source." };
const HERE = "/admin/desk";

export const readNow = defineAction("feed.read", ReadNowForm, async ({ id }) => {
  const feed = await findFeed(id);
  if (!feed) return GONE;
  if (await isBeingRead(id)) return { message: "It is being read at this moment. Look again in a minute." };
  return async () => ({
    ...({ type: "feed", id, name: feed.name } as const),
    next: { goTo: `${HERE}?done=reading#sources` },
    followUp: () => refreshNow(id),
  });
});

export const updateSource = defineAction(
  "feed.update",
  FeedForm,
  async ({ id, address, cadence_days, auto_publish }) => {
    const feed = await findFeed(id);
    if (!feed) return GONE;
    const settings = { address, cadenceDays: cadence_days, autoPublish: auto_publish };
    const before = { address: feed.address, cadenceDays: feed.cadenceDays, autoPublish: feed.autoPublish };
    return async (tx) => {
      if (!(await updateFeed(id, settings, tx))) return GONE;
      return {
        ...({ type: "feed", id, name: feed.name } as const),
        ...pickChanges(before, settings),
        next: { goTo: `${HERE}?done=updated#sources` },
      };
    };
  },
);
