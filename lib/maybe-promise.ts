/**
 * A value that is mostly there at once. Answers that are kept ready are made without a single promise: tens of
 * thousands a second pass there, and each promise costs more than the rest of such an answer.
 */
export type MaybePromise<T> = T | Promise<T>;

/** `next` of the value, at once when it is there. */
export function chain<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** What `work` gives, or `rescue` makes of its failure, now or later. */
export function attempt<T>(work: () => MaybePromise<T>, rescue: (error: unknown) => MaybePromise<T>): MaybePromise<T> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(rescue) : value;
  } catch (error) {
    return rescue(error);
  }
}
