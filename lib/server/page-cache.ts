/**
 * Cache of bought responses, feed pages and timelines alike, by account, canonical query and cursor. They do not
 * expire: the least recently used are evicted. Requests for a page that is being bought wait for that purchase, so it
 * is made once.
 */
import "server-only";
import { type BoundedCache, createCache } from "@/lib/cache/bounded-cache";

export interface CachedPage {
  /** The host's JSON, unchanged. */
  readonly body: Uint8Array;
  /** ISO timestamp. */
  readonly boughtAt: string;
  /** Id of the purchase request. */
  readonly requestId?: string;
  /** Number of the company's events; more than the timeline holds when credits ran out. */
  readonly eventsAvailable?: number;
}

/** Maximum bytes of cached pages and their keys. */
export const MAX_BYTES = 64 * 1024 * 1024;

/** Size of a page without its body. */
const PAGE_BYTES = 400;

export class PageCache<Outcome> {
  readonly #pages: BoundedCache<CachedPage>;
  readonly #inFlight = new Map<string, Promise<Outcome>>();

  constructor(maxBytes = MAX_BYTES) {
    this.#pages = createCache<CachedPage>({
      name: "bought pages",
      maxBytes,
      // A body may be a view of a larger buffer, which is retained with it.
      sizeOf: ({ body }) => PAGE_BYTES + body.buffer.byteLength,
    });
  }

  get(key: string): CachedPage | undefined {
    return this.#pages.get(key);
  }

  set(key: string, page: CachedPage): void {
    this.#pages.set(key, page);
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
}
