/**
 * Bought responses, feed pages and timelines alike, are cached by account, canonical query and cursor. They do not expire:
 * the least recently used are evicted. What was bought from another host, which does not know what is owned, is also
 * appended to a file, from which a restart reads it; the file is written again once it is much longer than what is kept.
 * Requests for a page that is being bought wait for that purchase, so it is made once.
 */
import "server-only";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parseJson } from "@dealflow/client/list-page";
import { number, text } from "@dealflow/client/tolerant-reader";
import { isObject } from "@dealflow/contract/query/syntax";
import type pino from "pino";
import { type BoundedCache, createCache } from "@/lib/cache/bounded-cache";
import { readStored } from "./read-stored";

export interface CachedPage {
  /** The host's JSON is unchanged. */
  readonly body: Uint8Array;
  readonly boughtAt: string;
  readonly requestId?: string;
  /** The company has this many events, more than the timeline holds when credits ran out. */
  readonly eventsAvailable?: number;
}

interface PageFile {
  readonly path: string;
  readonly log: pino.Logger;
}

/** Limits the bytes of cached pages and their keys. */
export const MAX_BYTES = 64 * 1024 * 1024;
/** The file is written again once it is this many times as long as its live content. */
const FILE_FACTOR = 2;

const PAGE_BYTES = 400;

export class PageCache<Outcome> {
  readonly #pages: BoundedCache<CachedPage>;
  readonly #inFlight = new Map<string, Promise<Outcome>>();
  #fileBytes = 0;
  /** The keys of the file are in the order in which they were last bought. */
  readonly #keys = new Set<string>();
  #writing: Promise<void> = Promise.resolve();

  /** @param file without one, nothing outlives the program */
  constructor(
    readonly maxBytes = MAX_BYTES,
    readonly file?: PageFile,
  ) {
    this.#pages = createCache<CachedPage>({
      name: "bought pages",
      maxBytes,
      // A body may be a view of a larger buffer, which is retained with it.
      measureBytes: ({ body }) => PAGE_BYTES + body.buffer.byteLength,
    });
    if (file !== undefined) this.#read(file);
  }

  get(key: string): CachedPage | undefined {
    return this.#pages.get(key);
  }

  set(key: string, page: CachedPage): void {
    this.#keep(key, page);
    const { file } = this;
    if (file === undefined) return;
    this.#writing = this.#writing
      .then(() => this.#append(file, serialize(key, page)))
      .catch((error: unknown) => file.log.warn({ event: "bought page not saved", reason: String(error) }));
  }

  /** Resolves when everything that was bought so far is in the file. */
  saved(): Promise<void> {
    return this.#writing;
  }

  get bytes(): number {
    return this.#pages.bytes;
  }

  getInFlight(key: string): Promise<Outcome> | undefined {
    return this.#inFlight.get(key);
  }

  /** Runs the purchase; concurrent calls share it. It completes even if no caller waits any more. */
  runOnce(key: string, purchase: () => Promise<Outcome>): Promise<Outcome> {
    const running = this.#inFlight.get(key);
    if (running !== undefined) return running;
    const started = purchase().finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, started);
    return started;
  }

  #keep(key: string, page: CachedPage): void {
    this.#pages.set(key, page);
    this.#keys.delete(key);
    this.#keys.add(key);
  }

  async #append({ path }: PageFile, line: string): Promise<void> {
    this.#fileBytes += Buffer.byteLength(line);
    mkdirSync(dirname(path), { recursive: true });
    if (this.#fileBytes > FILE_FACTOR * this.maxBytes) this.#rewrite(path);
    else await appendFile(path, line, { mode: 0o600 });
  }

  /** Writes only what is kept. Atomic: a reader sees the old file or the new one. */
  #rewrite(path: string): void {
    const lines: string[] = [];
    for (const key of [...this.#keys]) {
      const page = this.#pages.get(key);
      if (page === undefined) this.#keys.delete(key);
      else lines.push(serialize(key, page));
    }
    const text = lines.join("");
    const next = `${path}.${process.pid}`;
    writeFileSync(next, text, { mode: 0o600 });
    renameSync(next, path);
    this.#fileBytes = Buffer.byteLength(text);
  }

  /** A line that cannot be read, such as one that was being written when the program ended, is left out. */
  #read(file: PageFile): void {
    const stored = readStored(file.path);
    if (stored === undefined) return;
    this.#fileBytes = Buffer.byteLength(stored);
    for (const line of stored.split("\n")) {
      const read = readLine(line);
      if (read !== undefined) this.#keep(...read);
    }
    // The next purchase begins on a new line.
    if (stored !== "" && !stored.endsWith("\n"))
      this.#writing = this.#append(file, "\n").catch((error: unknown) => {
        file.log.warn({ event: "bought pages not writable", reason: String(error) });
      });
  }
}

function serialize(key: string, { body, ...page }: CachedPage): string {
  return `${JSON.stringify({ key, body: new TextDecoder().decode(body), ...page })}\n`;
}

function readLine(line: string): [key: string, page: CachedPage] | undefined {
  const json = parseJson(line);
  if (!isObject(json)) return undefined;
  const [key, body, boughtAt] = [text(json.key), text(json.body), text(json.boughtAt)];
  if (key === null || body === null || boughtAt === null) return undefined;
  const [requestId, eventsAvailable] = [text(json.requestId), number(json.eventsAvailable)];
  const page = {
    body: new TextEncoder().encode(body),
    boughtAt,
    ...(requestId === null ? {} : { requestId }),
    ...(eventsAvailable === null ? {} : { eventsAvailable }),
  };
  return [key, page];
}
