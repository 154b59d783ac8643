import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { revoke, rotate, update } from "@/app/admin/(signed-in)/keys/actions";
import {
  deleteWebhook,
  makeWebhookSecret,
  saveWebhook,
  testWebhook,
  turnWebhook,
} from "@/app/admin/(signed-in)/keys/webhook/actions";
import { DoneNotice } from "@/components/admin/done-notice";
import { KeyFacts } from "@/components/admin/key-facts";
import { KeyEditForm, RevokeKeySection, RotateKeySection } from "@/components/admin/key-forms";
import { writeUsageFinding } from "@/components/admin/key-words";
import { StaffHead } from "@/components/admin/staff-head";
import { WebhookSection } from "@/components/admin/webhook-section";
import { UsageBars } from "@/components/charts/usage-bars";
import { Figure } from "@/components/ui/figure";
import { findKey, type Key, usageByDay } from "@/lib/access/keys/data";
import { toLastDay } from "@/lib/access/keys/form-schema";
import { maskToken } from "@/lib/access/keys/tokens";
import { requireStaff } from "@/lib/access/staff/current-data";
import { may } from "@/lib/access/staff/roles/rules";
import type { SearchParams } from "@/lib/pages/query";
import { currentTime } from "@/lib/platform/clock";
import { findWebhook, listDeliveries } from "@/lib/webhooks/data";
import { hidePath } from "@/lib/webhooks/rules";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: "Key" };

const DONE = {
  updated: "Saved. The new values are in force within five seconds.",
  revoked: "Revoked. Every call with this key is refused from now on.",
  "sent-before": "This form was sent before, and was carried out then. Its token was shown once.",
  "webhook-saved": "Saved. What waits goes to the new address.",
  "webhook-test": "The test is on its way. Look at the last deliveries in a moment.",
  "webhook-paused": "Paused. What waited is dropped, and nothing is sent until it is resumed.",
  "webhook-resumed": "Resumed, from the next version on. What was published meanwhile is at /api/changes.",
  "webhook-removed": "Removed, with its secret and its deliveries.",
  "webhook-sent-before":
    "This form was sent before, and was carried out then. Its secret was shown once: make a new one if nobody has it.",
};
const NEW_TOKEN = " If nobody has it, make a new one.";
const SPANS_DAYS = [30, 90];
const WEBHOOK_ACTIONS = {
  save: saveWebhook,
  renew: makeWebhookSecret,
  test: testWebhook,
  turn: turnWebhook,
  remove: deleteWebhook,
};

export default async function KeyPage({ params, searchParams }: Props) {
  const { id } = await params;
  const path = `/admin/keys/${id}`;
  const staff = await requireStaff("key.read", path);
  const key = await findKey(id);
  if (!key) notFound();
  const { done, days: span } = await searchParams;
  const [days, webhook, deliveries] = await Promise.all([
    usageByDay(id, span === "90" ? 90 : 30),
    findWebhook(id),
    listDeliveries(id),
  ]);
  const now = currentTime();
  const isOpen = key.revokedAt === null;
  const today = now.toISOString().slice(0, 10);
  return (
    <>
      <StaffHead title={key.name} crumbs={[{ name: "Keys", href: "/admin/keys" }]}>
        <a href={`/admin/audit?target=${id}`}>Usage</a>
      </StaffHead>
      <DoneNotice done={done} words={isOpen ? { ...DONE, "sent-before": DONE["sent-before"] + NEW_TOKEN } : DONE} />
      <div className="grid">
        <div className="span-7">
          <Figure
            finding={writeUsageFinding(days)}
            measure="Requests a day (UTC). Counts are written every few seconds."
            source="the calls that this service answered."
            size="small"
          >
            <p className="view-switch">
              {SPANS_DAYS.map((count) => (
                <a key={count} href={`${path}?days=${count}`} aria-current={days.length === count ? "true" : undefined}>
                  {count} days
                </a>
              ))}
            </p>
            <UsageBars days={days} />
          </Figure>
        </div>
        <div className="span-5">
          <KeyFacts
            facts={{ ...key, tokens: key.tokens.map((token) => ({ ...token, masked: maskToken(token.lastFour) })) }}
            now={now}
          />
        </div>
      </div>
      {isOpen && may(staff.role, "key.rotate") && <RotateKeySection id={id} action={rotate} formId={randomUUID()} />}
      {isOpen && may(staff.role, "key.update") && (
        <KeyEditForm id={id} action={update} values={toValues(key)} today={today} />
      )}
      {isOpen && (
        <WebhookSection
          id={id}
          webhook={webhook}
          place={webhook === null ? "" : hidePath(webhook.address)}
          deliveries={deliveries}
          now={now}
          actions={may(staff.role, "webhook.save") ? WEBHOOK_ACTIONS : null}
          formIds={{ save: randomUUID(), renew: randomUUID() }}
        />
      )}
      {isOpen && may(staff.role, "key.revoke") && <RevokeKeySection id={id} action={revoke} name={key.name} />}
    </>
  );
}

function toValues({ name, owner, contactEmail, requestsPerMinute, scope, expiresAt, note }: Key) {
  return {
    name,
    owner,
    contactEmail: contactEmail ?? "",
    note: note ?? "",
    requestsPerMinute: String(requestsPerMinute),
    scope,
    lastDay: expiresAt ? toLastDay(expiresAt) : "",
  };
}
