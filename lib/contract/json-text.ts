/** A contract value as JSON text written by the database; sent without parsing it. */
export class JsonText<T> {
  constructor(readonly text: string) {}

  /** The parsed value. */
  parse(): T {
    return JSON.parse(this.text);
  }
}
