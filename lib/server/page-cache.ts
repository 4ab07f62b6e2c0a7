/**
 * Answers that were bought, pages of feeds and timelines alike, by account, canonical query and cursor. They do not expire: the least recently used go when
 * the room is full. Whoever asks for a page while it is being bought waits for that purchase, so it is made once.
 */
import "server-only";
import { type BoundedCache, createCache } from "@/lib/cache/bounded-cache";

export interface HeldPage {
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
export const ROOM = 64 * 1024 * 1024;

/** What a page takes beside its body. */
const PAGE_BYTES = 400;

export class PageCache<Outcome> {
  readonly #pages: BoundedCache<HeldPage>;
  readonly #underWay = new Map<string, Promise<Outcome>>();

  constructor(room = ROOM) {
    this.#pages = createCache<HeldPage>({
      name: "bought pages",
      maxBytes: room,
      // A body may be a part of a larger buffer, which stays with it.
      sizeOf: ({ body }) => PAGE_BYTES + body.buffer.byteLength,
    });
  }

  get(key: string): HeldPage | undefined {
    return this.#pages.get(key);
  }

  set(key: string, page: HeldPage): void {
    this.#pages.set(key, page);
  }

  get bytes(): number {
    return this.#pages.bytes;
  }

  underWay(key: string): Promise<Outcome> | undefined {
    return this.#underWay.get(key);
  }

  /** Runs the purchase; until it is over others find it under way. It is finished whoever stops waiting. */
  once(key: string, purchase: () => Promise<Outcome>): Promise<Outcome> {
    const running = this.#underWay.get(key);
    if (running !== undefined) return running;
    const started = purchase().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, started);
    return started;
  }
}
