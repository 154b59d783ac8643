/** Somebody who sent nothing yet: callers have a limit each, and tests must not run into that of others. */
export function newSender(): string {
  return [10, 0, 0, 0].map((first) => first || Math.floor(Math.random() * 256)).join(".");
}
