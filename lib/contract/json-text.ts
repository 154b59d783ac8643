/** A value of the contract as the JSON that the database wrote: it goes into an answer as it is. */
export class JsonText<T> {
  constructor(readonly text: string) {}

  /** The value, for those who work with it. */
  parse(): T {
    return JSON.parse(this.text);
  }
}
