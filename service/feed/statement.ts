/** A statement's text and values, collected while the text is written. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export class Values {
  readonly list: unknown[] = [];

  /** Adds a value; returns its placeholder. */
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}
