const FAULTS: Readonly<Record<string, string>> = {
  "no-file": "No file was chosen.",
  "too-long": "That is more than ten files of 100 MB each: nothing was stored.",
  "disk-full": "The disk of the server is full: nothing was stored. Whoever looks after it has to make room.",
  unreadable: "What was sent cannot be read: nothing was stored.",
  busy: "Two other uploads are on their way. Send yours again in a minute.",
  "unknown-draft": "There is no draft of the number that the address names: nothing was stored.",
  decided: "That is no draft any more, or is being checked at this moment: nothing was stored.",
};

/** Of the word in the address that a refused upload leads to. */
export const toUploadRefusal = (fault: unknown): string | null =>
  (typeof fault === "string" && Object.hasOwn(FAULTS, fault) && FAULTS[fault]) || null;
