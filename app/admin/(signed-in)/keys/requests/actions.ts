"use server";

import { redirect } from "next/navigation";
import { defineAction } from "@/lib/access/staff/actions/gate";
import { findKeyRequest } from "@/lib/desk/key-requests/data";
import { issueKey, refuseKey } from "@/lib/desk/key-requests/mutations";
import { IssueKeyForm, KEY_REQUESTS_PATH, RefuseKeyForm } from "@/lib/desk/key-requests/schema";
import { publicUrl } from "@/lib/platform/env";

/** Leads back to the page, which has no form of an answered request that could say it. */
const leaveAnswered = (id: number): never => redirect(`${KEY_REQUESTS_PATH}/${id}?done=answered`);

export const issue = defineAction(
  "key.issue",
  IssueKeyForm,
  async ({ id, requests_per_minute }, { staff }) => {
    const request = await findKeyRequest(id);
    if (!request) return leaveAnswered(id);
    return async (tx) => {
      const issued = await issueKey(request, requests_per_minute, staff.id, tx);
      if (!issued) return leaveAnswered(id);
      const { key, token, input } = issued;
      const command = `curl -H 'x-api-key: ${token}' ${publicUrl()}/api/key`;
      const shown = { kind: "token", token, command, keyName: key.name, keyHref: `/admin/keys/${key.id}` } as const;
      return { type: "key", id: key.id, name: key.name, after: { request: id, ...input }, next: { show: shown } };
    };
  },
  (keyId) => `/admin/keys/${keyId}?done=sent-before`,
);

export const refuse = defineAction("key.refuse", RefuseKeyForm, async ({ id, answer }) => {
  const request = await findKeyRequest(id);
  if (!request) return leaveAnswered(id);
  return async (tx) => {
    if (!(await refuseKey(id, answer, tx))) return leaveAnswered(id);
    const next = { goTo: `${KEY_REQUESTS_PATH}/${id}?done=refused` };
    return { type: "request", id: String(id), name: `Key request ${id}`, after: { answer }, next };
  };
});
