/**
 * Answers that were bought, pages of feeds and timelines alike, by account, canonical query and cursor. They do not expire: the least recently used go when
 * the room is full. Whoever asks for a page while it is being bought waits for that purchase, so it is made once.
 */
import "server-only";
import { type BoundedCache, createCache } from "@/lib/cache/bounded-cache";

export interface CachedPage {
  /** The host's JSON, as it came. */
  readonly body: Uint8Array;
  /** ISO timestamp. */
  readonly boughtAt: string;
  /** Of the request that bought it. */
  readonly requestId?: string;
  /** Events that the company of a timeline has; more than it holds when credits ran out within it. */
  readonly eventsAvailable?: number;
}

/** Bytes of pages and their keys that are held. */
export const MAX_BYTES = 64 * 1024 * 1024;

/** What a page takes beside its body. */
const PAGE_BYTES = 400;

export class PageCache<Outcome> {
  readonly #pages: BoundedCache<CachedPage>;
  readonly #inFlight = new Map<string, Promise<Outcome>>();

  constructor(maxBytes = MAX_BYTES) {
    this.#pages = createCache<CachedPage>({
      name: "bought pages",
      maxBytes,
      // A body may be a part of a larger buffer, which stays with it.
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

  /** Runs the purchase; until it is over others find it under way. It is finished whoever stops waiting. */
  once(key: string, purchase: () => Promise<Outcome>): Promise<Outcome> {
    const running = this.#inFlight.get(key);
    if (running !== undefined) return running;
    const started = purchase().finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, started);
    return started;
  }
}
