/** JSON text from the database, sent without parsing. */
export class JsonText<T> {
  constructor(readonly text: string) {}

  parse(): T {
    return JSON.parse(this.text);
  }
}
