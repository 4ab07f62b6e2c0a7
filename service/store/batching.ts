/**
 * Sends statements together: in a transaction about one record, writing to the socket and waiting for the answer take longer
 * than most statements do.
 */
import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type pg from "pg";
import { type LiteralValue, toLiteral, withLiterals } from "./literals";

interface Waiting {
  readonly text: string;
  /** The statement that this one prepares. */
  readonly prepares?: Prepared | undefined;
  /** It is absent where nobody reads the result. */
  readonly answer?: { resolve(result: pg.QueryResult): void; reject(error: unknown): void } | undefined;
}

interface Prepared {
  readonly name: string;
  readonly statement: string;
}

interface Batch {
  defer(statement: string, values?: readonly LiteralValue[]): void;
  /** Sends what is waiting; its end is that of the batch. */
  send(): Promise<void>;
}

const batches = new WeakMap<pg.ClientBase, Batch>();
/** The names of the statements that a connection has prepared, by the statements. */
const prepared = new WeakMap<pg.ClientBase, Map<string, string>>();

/**
 * Returns the same connection, which sends the statements of one turn of the event loop, or of the time in which others are
 * answered, as one text with those that were deferred before them. All of them fail when one does. With `prepares`, the connection
 * prepares each statement that has values once; so it must be one of a session, and the statements must be few.
 */
export function batching(client: pg.PoolClient, { prepares }: { readonly prepares: boolean }): pg.PoolClient {
  const known = prepared.get(client) ?? new Map<string, string>([]);
  prepared.set(client, known);
  const added = new Map<string, string>([]);
  let waiting: Waiting[] = [];
  let isScheduled = false;
  let latest: Promise<unknown> = Promise.resolve();
  const send = async () => {
    const sent = waiting;
    waiting = [];
    if (sent.length === 0) return;
    const text = sent.map((one) => one.text).join(";\n");
    // Several statements have several results.
    const results: pg.QueryResult | pg.QueryResult[] = await client.query(text).catch((error: unknown) => {
      for (const { answer } of sent) answer?.reject(error);
      throw error;
    });
    for (const { prepares } of sent) if (prepares !== undefined) known.set(prepares.statement, prepares.name);
    const all = [results].flat();
    for (const [index, { answer }] of sent.entries()) {
      const result = all.length === sent.length ? all[index] : undefined;
      if (result === undefined) answer?.reject(new Error(`${sent.length} texts were ${all.length} statements`));
      else answer?.resolve(result);
    }
  };
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    latest = latest
      .then(() => nextTurn())
      .then(() => {
        isScheduled = false;
        // Those who wait for an answer hear of a failure.
        return send().catch(() => undefined);
      });
  };
  const add = (statement: string, values?: readonly LiteralValue[], answer?: Waiting["answer"]) => {
    if (!prepares || values === undefined || values.length === 0) {
      waiting.push({ text: write(statement, values), answer });
      return;
    }
    let name = known.get(statement) ?? added.get(statement);
    if (name === undefined) {
      // What a failed text prepared keeps its name.
      name = `batched_${randomBytes(8).toString("hex")}`;
      added.set(statement, name);
      waiting.push({ text: `prepare ${name} as ${statement}`, prepares: { name, statement } });
    }
    waiting.push({ text: `execute ${name}(${values.map(toLiteral).join(", ")})`, answer });
  };
  const query = (text: unknown, values?: readonly LiteralValue[]) => {
    if (typeof text !== "string") return Reflect.apply(client.query, client, [text]);
    schedule();
    return new Promise<pg.QueryResult>((resolve, reject) => add(text, values, { resolve, reject }));
  };
  const proxy = new Proxy(client, {
    get: (target, property) => (property === "query" ? query : Reflect.get(target, property, target)),
  });
  const sendNow = () => {
    const sent = latest.then(send);
    latest = sent.catch(() => undefined);
    return sent;
  };
  batches.set(proxy, { defer: add, send: sendNow });
  return proxy;
}

/** A text that has its values already may have a dollar sign and a digit in one of them. */
function write(text: string, values: readonly LiteralValue[] | undefined): string {
  return values === undefined ? text : withLiterals(text, values);
}

/** Sends a statement whose result nobody reads: with the next one where the connection batches, and otherwise now. */
export async function defer(client: pg.ClientBase, text: string, values?: readonly LiteralValue[]): Promise<void> {
  const batch = batches.get(client);
  if (batch === undefined) await client.query(text, values && [...values]);
  else batch.defer(text, values);
}

/** Sends what was deferred, before something that is no statement. */
export async function sendDeferred(client: pg.ClientBase): Promise<void> {
  await batches.get(client)?.send();
}

/** Does independent work together where the connection batches, and otherwise one after another. */
export async function together<Results extends readonly unknown[]>(
  client: pg.ClientBase,
  ...works: { readonly [Index in keyof Results]: () => Promise<Results[Index]> }
): Promise<Results>;
export async function together(client: pg.ClientBase, ...works: (() => Promise<unknown>)[]): Promise<unknown[]> {
  if (batches.has(client)) return Promise.all(works.map((work) => work()));
  const results: unknown[] = [];
  for (const work of works) results.push(await work());
  return results;
}
