export type StatusKind = "active" | "rotating" | "expiring" | "revoked" | "expired";

const WORDS: Record<StatusKind, string> = {
  active: "Active",
  rotating: "Rotating",
  expiring: "Expires soon",
  revoked: "Revoked",
  expired: "Expired",
};

export const Status = ({ kind, word = WORDS[kind] }: { kind: StatusKind; word?: string }) => (
  <span className={`status status-${kind}`}>{word}</span>
);
