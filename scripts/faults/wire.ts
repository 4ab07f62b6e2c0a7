/**
 * Parses the messages of PostgreSQL's protocol 3.0 (PostgreSQL documentation, "Message Formats"), as far as the proxy
 * must know them: where one ends, which of them commit, and whether a connection is inside a transaction.
 */

export interface Message {
  /** The type byte is a character; empty for a startup message. */
  readonly type: string;
  /** The bytes are the whole message as it was sent. */
  readonly bytes: Buffer;
  /** The payload is the bytes after the length. */
  readonly payload: Buffer;
}

/** Cuts a stream of bytes into messages; keeps incomplete ones for the next bytes. */
export class MessageReader {
  #rest: Buffer = Buffer.alloc(0);
  #typed: boolean;

  /** @param side the client begins with a message that has no type byte; it does not request encryption */
  constructor(side: "client" | "server") {
    this.#typed = side === "server";
  }

  read(bytes: Buffer): Message[] {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const messages: Message[] = [];
    for (;;) {
      const head = this.#typed ? 1 : 0;
      if (this.#rest.length < head + 4) return messages;
      const end = head + this.#rest.readUInt32BE(head);
      if (this.#rest.length < end) return messages;
      const whole = this.#rest.subarray(0, end);
      const payload = whole.subarray(head + 4);
      messages.push({ type: whole.toString("latin1", 0, head), bytes: whole, payload });
      this.#typed = true;
      this.#rest = this.#rest.subarray(end);
    }
  }
}

/** Follows one connection, to know which message of the client makes the server commit a charge. */
export class CommitTracker {
  readonly #charges = new Set<string>();
  #inTransaction = false;
  #commits = false;

  /** Returns true when this message makes the server commit a charge or a transaction. */
  commitsWith({ type, payload }: Message): boolean {
    if (type === "Q") {
      const sql = textAt(payload, 0);
      return /^\s*commit\b/i.test(sql) || (isCharge(sql) && !this.#inTransaction);
    }
    if (type === "P") {
      const name = textAt(payload, 0);
      if (isCharge(textAt(payload, name.length + 1))) this.#charges.add(name);
      else this.#charges.delete(name);
    }
    if (type === "B") {
      const portal = textAt(payload, 0);
      this.#commits = this.#charges.has(textAt(payload, portal.length + 1)) && !this.#inTransaction;
    }
    // A statement outside of a transaction commits at the synchronisation after it.
    if (type !== "S") return false;
    const commits = this.#commits;
    this.#commits = false;
    return commits;
  }

  /** Records a response. Returns true when the server has finished the request. */
  recordResponse({ type, payload }: Message): boolean {
    if (type !== "Z") return false;
    this.#inTransaction = payload.toString("latin1", 0, 1) !== "I";
    return true;
  }
}

function isCharge(sql: string): boolean {
  return /\binto ledger\b/i.test(sql);
}

/** Returns the zero-terminated text at this offset. */
function textAt(payload: Buffer, start: number): string {
  const end = payload.indexOf(0, start);
  return payload.toString("utf8", start, end === -1 ? payload.length : end);
}
