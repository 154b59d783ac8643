import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Status } from "@/components/ui/status";
import type { KeyStatus } from "@/lib/access/keys/rules";
import type { KeyScope } from "@/lib/access/keys/schema";
import { formatCount, formatDay } from "@/lib/text/format";
import { formatInstant, formatSince } from "@/lib/text/format-instant";
import { STATUS_KINDS } from "./key-words";

export type KeyFactsProps = {
  status: KeyStatus;
  owner: string;
  contactEmail: string | null;
  note: string | null;
  requestsPerMinute: number;
  scope: KeyScope;
  createdAt: Date;
  /** Null: from the command line. */
  createdBy: { email: string } | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  tokens: readonly { masked: string; createdAt: Date; expiresAt: Date | null }[];
};

export function KeyFacts({ facts, now }: { facts: KeyFactsProps; now: Date }) {
  const definitions: Definition[] = [
    { key: "status", term: "Status", meaning: <Status kind={STATUS_KINDS[facts.status]} /> },
    { key: "limit", term: "Limit", meaning: `${formatCount(facts.requestsPerMinute)} requests a minute` },
    {
      key: "scope",
      term: "It may",
      meaning: facts.scope === "collect" ? "read, and send readings as drafts" : "read",
    },
    {
      key: "tokens",
      term: facts.tokens.length === 1 ? "Token" : "Tokens",
      meaning: facts.tokens.map((token) => (
        <div key={token.createdAt.toISOString()}>
          <code>{token.masked}</code> {describeToken(token, facts.revokedAt, now)}
        </div>
      )),
    },
    { key: "owner", term: "Owner", meaning: facts.owner, ...(facts.contactEmail && { example: facts.contactEmail }) },
    { key: "used", term: "Last used", meaning: formatSince(facts.lastUsedAt, now) },
    {
      key: "expires",
      term: "Expires",
      meaning: facts.expiresAt
        ? `with ${formatDay(new Date(facts.expiresAt.getTime() - 1).toISOString())} (UTC)`
        : "never",
    },
    {
      key: "created",
      term: "Made",
      meaning: `${formatInstant(facts.createdAt)}, by ${facts.createdBy?.email ?? "the command line"}`,
    },
  ];
  if (facts.revokedAt) definitions.push({ key: "revoked", term: "Revoked", meaning: formatInstant(facts.revokedAt) });
  if (facts.note) definitions.push({ key: "note", term: "Note", meaning: facts.note });
  return <DefinitionList definitions={definitions} />;
}

function describeToken(
  { createdAt, expiresAt }: KeyFactsProps["tokens"][number],
  revokedAt: Date | null,
  now: Date,
): string {
  if (revokedAt !== null && (expiresAt === null || revokedAt < expiresAt)) return `ended ${formatInstant(revokedAt)}`;
  if (expiresAt === null) return `of ${formatInstant(createdAt)}`;
  return expiresAt > now ? `works until ${formatInstant(expiresAt)}` : `ended ${formatInstant(expiresAt)}`;
}
