/** Value that has to be fetched. Nothing happens before it is: who may not wait can ask first, and take another way. */
export class Missing<T> {
  constructor(readonly fetch: () => Promise<T>) {}
}

/** Goes on with a value at once where it is at hand, otherwise when it was fetched. */
export function whenKnown<T, U>(value: T | Missing<T>, next: (value: T) => U | Missing<U>): U | Missing<U> {
  return value instanceof Missing ? new Missing(async () => fetchMissing(next(await value.fetch()))) : next(value);
}

/** The value, fetched where it is not at hand. */
export async function fetchMissing<T>(value: T | Missing<T>): Promise<T> {
  return value instanceof Missing ? value.fetch() : value;
}
