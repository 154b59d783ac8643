/** Returns an unused client address, because limits are per client. */
export function newSender(): string {
  return [10, 0, 0, 0].map((first) => first || Math.floor(Math.random() * 256)).join(".");
}
