/** Returns an unused client address: limits are per client, and tests must not use up each other's. */
export function newSender(): string {
  return [10, 0, 0, 0].map((first) => first || Math.floor(Math.random() * 256)).join(".");
}
