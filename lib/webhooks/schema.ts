import { z } from "zod";
import { CHANGE_KINDS } from "@/lib/changes/rules";

/** Kinds of changes that a webhook may have, in the words of the API; new exchange rates are none. */
export const WEBHOOK_KINDS = CHANGE_KINDS.filter((kind) => kind !== "revalued");
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

export const toKindField = (kind: WebhookKind): string => `kind-${kind}`;

export const DeliveryState = z.enum(["waiting", "delivered", "failed", "empty", "dropped"]);

const PAUSES = ["staff", "failures", "gone"] as const;
export const WebhookPause = z.enum(PAUSES);

const KeyId = z.object({ id: z.uuid() });

const Address = z
  .string()
  .trim()
  .max(2_000, "has at most 2,000 characters")
  .pipe(z.url({ protocol: /^https?$/, error: "must be an address that begins with https://" }))
  .transform((text) => new URL(text))
  .refine(({ username, password }) => username === "" && password === "", "must have no user name and no password")
  .transform(({ href }) => href.replace(/#.*$/, ""));

/** `kinds` is empty for prices that vendors changed. */
export const WebhookForm = z.preprocess(
  (sent) => {
    const fields = z.record(z.string(), z.string()).parse(sent);
    return { ...fields, kinds: WEBHOOK_KINDS.filter((kind) => fields[toKindField(kind)] === "on") };
  },
  KeyId.extend({ address: Address, kinds: z.array(z.enum(WEBHOOK_KINDS)) }),
);

export const WebhookKeyForm = KeyId;
export const WebhookPauseForm = KeyId.extend({ paused: z.enum(["yes", "no"]) });

/** What the page of a key shows. */
export type WebhookFacts = {
  address: string;
  kinds: readonly WebhookKind[];
  pausedAt: Date | null;
  pausedBy: z.infer<typeof WebhookPause> | null;
  failingSince: Date | null;
  /** End of the secret before the present one. */
  secretEnds: Date | null;
};

export type Delivery = {
  id: string;
  /** Null for a test. */
  version: string | null;
  state: z.infer<typeof DeliveryState>;
  at: Date;
  dueAt: Date;
  tries: number;
  triedAt: Date | null;
  status: number | null;
  failure: string | null;
};
