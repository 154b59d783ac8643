export type StatusKind = "active" | "rotating" | "expiring" | "revoked" | "expired";

const KINDS: Record<StatusKind, { word: string; className: string }> = {
  active: { word: "Active", className: "status status-active" },
  rotating: { word: "Rotating", className: "status status-rotating" },
  expiring: { word: "Expires soon", className: "status status-expiring" },
  revoked: { word: "Revoked", className: "status status-revoked" },
  expired: { word: "Expired", className: "status status-expired" },
};

export const Status = ({ kind, word = KINDS[kind].word }: { kind: StatusKind; word?: string }) => (
  <span className={KINDS[kind].className}>{word}</span>
);
